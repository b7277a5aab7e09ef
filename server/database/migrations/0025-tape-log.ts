/**
 * The log of the tape in place of its chain (`docs/spec/decisions.md`, D9.290): a block is a leaf, `tape_node` has the hashes of whole runs of
 * 256, 65,536 … leaves, one row the newest checkpoint. The chain that there was is set aside as it is, which takes no time whatever its
 * length; the leader moves its rows over in batches beside the running server and drops it (`server/tape/log/move-chain.ts`).
 * Until then `tape_header` shows both.
 */
import { appendOnly, type Migration } from './migration.ts';

export const tapeLog: Migration = {
  number: 25,
  name: 'tape log',
  statements(dialect) {
    const isSqlite = dialect === 'sqlite';
    const [int, bytes, options] = isSqlite ? ['integer', 'blob', ' strict'] : ['bigint', 'bytea', ''];
    const oldLaws = isSqlite ? ['tape_block_no_update', 'tape_block_no_delete'] : ['tape_block_grows', 'tape_block_stays'];
    return [
      ...oldLaws.map((law) => `drop trigger ${law}${isSqlite ? '' : ' on tape_block'}`),
      'alter table tape_block rename to tape_chain',
      `create table tape_block (height ${int} primary key, first_seq ${int} not null, last_seq ${int} not null, time_ms ${int} not null,
         body_hash ${bytes} not null, ranges ${bytes})${options}`,
      // Names of an index are the schema's: those of the chain go with it.
      'create unique index tape_block_seq on tape_block (first_seq)',
      'create index tape_block_end on tape_block (time_ms)',
      `create table tape_node (level ${int} not null, idx ${int} not null, hash ${bytes} not null, primary key (level, idx))${options}`,
      `create table tape_summary (tile ${int} primary key, body ${bytes} not null)${options}`,
      `create table tape_checkpoint ("only" ${int} primary key check ("only" = 1), size ${int} not null, note text not null,
         cosigned text not null, objection text not null)${options}`,
      `insert into tape_checkpoint ("only", size, note, cosigned, objection) values (1, 0, '', '', '')`,
      ...['tape_block', 'tape_node', 'tape_summary'].flatMap((table) => appendOnly(dialect, table)),
      ...appendOnly(dialect, 'tape_checkpoint', ['delete']),
      `create view tape_header as select height, first_seq, last_seq, time_ms from tape_block
         union all select height, first_seq, last_seq, time_ms from tape_chain`,
    ];
  },
};
