// Opens a log in a folder with Go's own library: note, checkpoint, tiles, entries, proofs, and a note signed by a key of ours.
// Prints what it found as JSON; anything that is not as it should be ends it.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

var folder = os.Args[1]

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(name string) []byte {
	data, err := os.ReadFile(filepath.Join(folder, name))
	check(err)
	return data
}

// The path without the height of tiles, which a log of this kind leaves out.
func path(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
}

type tiles struct{}

func (tiles) Height() int { return 8 }
func (tiles) ReadTiles(asked []tlog.Tile) ([][]byte, error) {
	data := [][]byte{}
	for _, tile := range asked {
		data = append(data, read(path(tile)))
	}
	return data, nil
}
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func checkpoint(name string, known note.Verifiers) tlog.Tree {
	opened, err := note.Open(read(name), known)
	check(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	hash, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], hash)
	return tree
}

func entries(size int64) [][]byte {
	all := [][]byte{}
	for first := int64(0); first < size; first += 256 {
		tile := tlog.Tile{H: 8, L: 0, N: first / 256, W: 256}
		if size-first < 256 {
			tile.W = int(size - first)
		}
		data := read(strings.Replace(path(tile), "tile/0/", "tile/entries/", 1))
		for len(data) > 0 {
			length := int(binary.BigEndian.Uint16(data))
			all = append(all, data[2:2+length])
			data = data[2+length:]
		}
	}
	return all
}

func main() {
	verifier, err := note.NewVerifier(strings.TrimSpace(string(read("vkey"))))
	check(err)
	known := note.VerifierList(verifier)
	tree := checkpoint("checkpoint", known)
	older := checkpoint("older", known)
	reader := tlog.TileHashReader(tree, tiles{})
	all := entries(tree.N)
	for at, entry := range all {
		proof, err := tlog.ProveRecord(tree.N, int64(at), reader)
		check(err)
		check(tlog.CheckRecord(proof, tree.N, tree.Hash, int64(at), tlog.RecordHash(entry)))
	}
	grown, err := tlog.ProveTree(tree.N, older.N, reader)
	check(err)
	check(tlog.CheckTree(grown, tree.N, tree.Hash, older.N, older.Hash))
	signer, err := note.NewSigner(strings.TrimSpace(string(read("skey"))))
	check(err)
	opened, err := note.Open(read("checkpoint"), known)
	check(err)
	signed, err := note.Sign(&note.Note{Text: opened.Text}, signer)
	check(err)
	hashes := []string{}
	for _, hash := range grown {
		hashes = append(hashes, base64.StdEncoding.EncodeToString(hash[:]))
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"size": tree.N, "entries": len(all), "older": older.N, "proof": hashes, "same": bytes.Equal(signed, read("checkpoint")),
	}))
}
