/** The least that a page can do at a tap: hide one list and show another, open a dialog, unfold a row. No framework, no data, no live price. */
const ROWS = 12;
const FIELDS = 6;

const element = (name: string, text = ''): HTMLElement => Object.assign(document.createElement(name), { textContent: text });
const button = (text: string, press: () => void): HTMLElement => {
  const made = element('button', text);
  made.addEventListener('click', press);
  return made;
};

function list(name: string): HTMLElement {
  const box = element('ul');
  for (let row = 0; row < ROWS; row++) {
    const item = element('li');
    item.append(element('b', `${name} ${row}`), element('span', '1.08342'));
    box.append(item);
  }
  return box;
}

const pages = ['One', 'Two'].map((name, at) => {
  const page = element('section');
  page.id = name.toLowerCase();
  page.hidden = at > 0;
  page.append(list(name));
  return page;
});
const dialog = document.createElement('dialog');
for (let field = 0; field < FIELDS; field++) dialog.append(element('p', `Field ${field}: 108.342 USD`));
dialog.append(button('Done', () => dialog.close()));
const more = element('div');
more.id = 'more';
more.hidden = true;
for (let field = 0; field < FIELDS; field++) more.append(element('p', `Figure ${field}: 108.342 USD`));

const tabs = element('nav');
for (const page of pages)
  tabs.append(
    button(`Tab ${page.id}`, () => {
      for (const other of pages) other.hidden = other !== page;
    }),
  );
tabs.append(
  button('Ask', () => dialog.showModal()),
  button('Open', () => {
    more.hidden = !more.hidden;
  }),
);
document.body.append(more, ...pages, dialog, tabs);
