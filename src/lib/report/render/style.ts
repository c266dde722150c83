/** Of the report as HTML: light and dark, from the width of a phone on. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --back: #fff; --soft: #f3f5f7; --line: #c5ccd3; --link: #0b57b0; --good: #1a6b35; --bad: #b0151d;
  --kcm: #d6e4f7; --ccm: #fbe0b6; --holder: #1b1f24; --ins: #dcf5e1; --del: #fbdfe0; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ec; --back: #15181c; --soft: #1f242a; --line: #47505a; --link: #8ab8f5; --good: #6fd08c;
  --bad: #ff9a9a; --kcm: #24476f; --ccm: #6b4a12; --holder: #f2f5f8; --ins: #173d22; --del: #4f1d20; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 0 1rem 3rem; max-width: 85rem; font: 1rem/1.45 system-ui, sans-serif; color: var(--text); background: var(--back); }
h1 { font-size: 1.5rem; margin: 1rem 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 1.5rem 0 .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
a { color: var(--link); }
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
dl { margin: 0; border-left: .3rem solid var(--bad); background: var(--soft); padding: .25rem 1rem; }
dl.safe { border-color: var(--good); }
dl div { display: grid; grid-template-columns: 13rem 1fr; gap: 0 1rem; padding: .3rem 0; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { dl div { grid-template-columns: 1fr; } }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; }
li { overflow-wrap: anywhere; }
td ul { margin: 0; padding-left: 1.1rem; }
.scroll { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; min-width: 5rem; overflow-wrap: anywhere; }
thead th { background: var(--soft); }
tbody th { font-weight: 500; }
strong { color: var(--bad); }
details { margin: .35rem 0; border: 1px solid var(--line); border-radius: .25rem; padding: .25rem .5rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
pre { margin: 0; }
ins, del { text-decoration: none; }
ins { background: var(--ins); }
del { background: var(--del); }
#lanes-text { margin: .25rem 0; font-size: .9rem; }
svg { display: block; }
`;
