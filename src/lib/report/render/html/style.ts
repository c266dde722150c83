/** Of the report as HTML: light and dark, from the width of a phone on, and on paper. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft-text: #4a535d; --back: #fff; --soft: #f3f5f7; --line: #c5ccd3; --link: #0b4f9e;
  --good: #116329;
  --bad: #a40e26; --open: #7a4b00; --on: #fff; --kcm: #cfe1f8; --ccm: #fadcab; --none: #e4e7ea; --holder: #1b1f24; --ins: #dcf5e1; --del: #fbdfe0;
  --bids: #8a4b00; --most: #e39a3b; --after: #c9444c; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ec; --soft-text: #b3bcc6; --back: #15181c; --soft: #1f242a; --line: #47505a;
  --link: #9cc4f8;
  --good: #0f5a26; --bad: #8f1022; --open: #6b4300; --on: #fff; --kcm: #234a78; --ccm: #6b4a12; --none: #2c3239; --holder: #f2f5f8; --ins: #173d22;
    --del: #4f1d20;
  --bids: #ffb454; --most: #96631c; --after: #c9444c; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.45 system-ui, sans-serif; color: var(--text); background: var(--back); overflow-wrap: anywhere; }
main, .verdict { padding: 0 max(1rem, (100vw - 90rem) / 2); }
.n { display: inline-block; max-width: 100%; }
a .n { text-decoration: underline; }
h1, h2, h3, h4 { line-height: 1.25; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .75rem; padding-top: .5rem; border-top: 2px solid var(--line); }
h3 { font-size: 1rem; margin: 1.25rem 0 .4rem; }
h4 { font-size: 1rem; margin: 0 0 .4rem; }
p { margin: .35rem 0; }
small { font-size: .85em; color: var(--soft-text); font-weight: 400; }
a { color: var(--link); }
a:target, :target { outline: 3px solid var(--most); outline-offset: 2px; }
.skip, .sr { position: absolute; left: -100vw; }
.skip:focus { position: static; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
ul, ol { padding-left: 1.2rem; margin: .35rem 0; }
details { margin: .35rem 0; border: 1px solid var(--line); border-radius: .25rem; padding: .3rem .6rem; }
summary { cursor: pointer; }
code, pre { font-family: ui-monospace, monospace; font-size: .85em; }
pre { margin: .4rem 0; padding: .4rem; background: var(--soft); white-space: pre-wrap; }
pre > * { display: block; text-decoration: none; color: inherit; background: none; padding-left: 1.5rem; text-indent: -1.5rem; }
pre .n { text-indent: 0; }
pre b { font-weight: 400; color: var(--soft-text); }
ins { background: var(--ins); }
del { background: var(--del); }
mark { background: var(--ccm); color: var(--holder); }
mark b { color: inherit; }

.verdict { padding-top: 1rem; padding-bottom: 1rem; color: var(--on); background: var(--open); }
.verdict.go { background: var(--good); }
.verdict.stop { background: var(--bad); }
.verdict a { color: inherit; }
.verdict h1 { margin: 0; }
.verdict .of, .verdict .sentence { display: block; font-size: 1.15rem; font-weight: 500; }
.verdict .sentence { font-size: 1.6rem; }
.verdict .word { display: block; font-size: clamp(3.2rem, 13vw, 9rem); line-height: 1.2; letter-spacing: -.02em; }
.verdict .says, .reasons { font-size: 1.15rem; max-width: 60rem; }
.verdict details { border-color: currentColor; max-width: 60rem; }
dl { margin: 0; }
.verdict dl div { padding: .25rem 0; }
dt { font-weight: 600; }
dd { margin: 0; }
.figures ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); gap: .75rem; padding: 0; margin: 1rem 0 0;
  list-style: none; }
.figures a { display: block; height: 100%; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--soft);
  color: var(--text);
  text-decoration: none; }
.figures b { display: block; font-size: 1.3rem; color: var(--link); text-decoration: underline; }

.roll { list-style: none; padding: 0; margin: 0 0 0 .5rem; border-left: 3px solid var(--line); }
.roll > li { position: relative; padding: .4rem 0 .4rem 1.2rem; }
.roll > li::before { content: ''; position: absolute; left: -.5rem; top: .85rem; width: .8rem; height: .8rem; border-radius: 50%;
  background: var(--bids);
  border: 2px solid var(--back); }
.roll > .quiet::before { background: var(--back); border-color: var(--line); }
.quiet details { border: 0; padding: 0; margin: 0; color: var(--soft-text); }
.turn { display: grid; gap: .4rem 1.5rem; }
.turn p { margin: 0; }
.turn .who > p:first-child { font-weight: 600; }
.turn .gap p, .turn .count, .nodes { font-size: .9rem; color: var(--soft-text); }
.nodes, .chips { list-style: none; padding: 0; margin: .15rem 0; }
.more { border: 0; padding: 0; margin: 0; font-size: .9rem; }
.chips { display: flex; flex-wrap: wrap; gap: .3rem; }
.chips li { padding: .1rem .55rem; border: 1px solid var(--line); border-radius: .8rem; background: var(--soft); font-size: .9rem; max-width: 100%; }
.bar { display: flex; width: 100%; height: .8rem; margin: .3rem 0 .1rem; background: var(--none); border-radius: .15rem; overflow: hidden; }
.bar i { display: block; }
.bar .bids, .bar.bids i { background: var(--bids); }
.bar .most, .bar.most i { background: var(--most); }
.bar.after i, .bar.open i { background: repeating-linear-gradient(135deg, var(--after) 0 .35rem, transparent .35rem .6rem); }
.key { font-size: .9rem; color: var(--soft-text); }
.key > span { display: inline-block; margin-right: 1rem; }
.key .bar { display: inline-flex; width: 1.6rem; margin: 0; vertical-align: middle; }
.bad, strong { color: var(--link); font-weight: 700; }
strong { color: var(--text); background: var(--del); padding: 0 .25rem; }

.lanes { --room: 100%; }
.heads { display: none; }
.lane { padding: .5rem 0; border-top: 1px solid var(--line); }
.lane h3 { margin: 0 0 .3rem; }
.bars { list-style: none; margin: 0; padding: 0; }
.bars li { padding: .15rem 0; }
.bars i { display: block; height: .6rem; border-radius: .15rem; margin-left: calc((var(--from) - 1) / var(--columns) * 100%);
  width: calc((var(--to) - var(--from)) / var(--columns) * 100%); background: var(--none); outline: 1px solid var(--line); }
.bars span { font-size: .9rem; color: var(--soft-text); }
.bars .kcm i { background: var(--kcm); }
.bars .ccm i { background: var(--ccm); }
@media screen and (min-width: 64rem) {
  .turn { grid-template-columns: minmax(0, 5fr) minmax(0, 5fr) minmax(0, 6fr); }
  .lanes { display: grid; grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); }
  .lane, .heads, .bars { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; }
  .heads, .bars { grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); grid-column: 2; gap: .25rem 2px; }
  .heads { list-style: none; margin: 0; padding: 0 0 .3rem; align-items: end; text-align: center; font-size: .85rem; }
  .heads .state { font-weight: 700; }
  .lane { align-items: center; padding: .3rem 0; }
  .lane h3 { margin: 0; padding-right: .5rem; font-weight: 500; }
  .lane h3 small { display: block; }
  .bars li { grid-column: var(--from) / var(--to); border-radius: .25rem; padding: .2rem .3rem; text-align: center; font-size: .9rem;
    color: var(--soft-text); }
  .bars .kcm { background: var(--kcm); color: var(--holder); }
  .bars .ccm { background: var(--ccm); color: var(--holder); }
  .bars .none { border: 1px dashed var(--line); }
  .bars .none b { font-weight: 400; font-style: italic; }
  .bars span { position: absolute; left: -100vw; }
  .bars i { display: none; }
}

.change { display: inline-block; padding: 0 .4rem; border-radius: .25rem; background: var(--none); font-size: .85rem; font-weight: 600; }
.change.added, .change.put { background: var(--ins); }
.change.removed, .change.error { background: var(--del); }
.change.warning, .change.changed { background: var(--ccm); color: var(--holder); }
.card { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; margin: .6rem 0; }
.card.example, .card.error { border: 2px solid var(--after); }
.card h3 { margin-top: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: .8rem; }
.cards .card { margin: 0; border-top: .4rem solid var(--kcm); }
.cards .ccm { border-top-color: var(--ccm); }
.cards dl div { padding: .2rem 0; }
.cards dt { font-size: .85rem; color: var(--soft-text); }
.places { list-style: none; padding: 0; font-size: .9rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }
thead th { background: var(--soft); }
tbody th { font-weight: 500; }

@media (max-width: 40rem) { body { font-size: .9rem; } .figures li:last-child:nth-child(odd) { grid-column: 1 / -1; }
  .card { padding: .5rem; } .card ul, .card ol { padding-left: .9rem; } code { font-size: .8em; } main, .verdict { padding-left: .75rem;
    padding-right: .75rem; }
  #sources h3 { font-size: .85rem; }
  .verdicts :is(th, td) { padding: .3rem .25rem; }
  .verdicts :is(th, td):last-child { width: 44%; }
}
@media print {
  :root { color-scheme: light; }
  body { font-size: 10pt; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  main, .verdict { padding-left: 0; padding-right: 0; }
  .verdict, .verdict.go, .verdict.stop { color: #000; background: none; border: 3pt solid var(--open); padding: .5rem; }
  .verdict.go { border-color: var(--good); }
  .verdict.stop { border-color: var(--bad); }
  .verdict .word { font-size: 48pt; }
  .figures ul { grid-template-columns: repeat(5, minmax(0, 1fr)); gap: .3rem; }
  .skip { display: none; }
  details { border: 0; padding: 0; }
  details:not(#changes details)::details-content { content-visibility: visible; display: block; }
  h2, h3, summary { break-after: avoid; }
  .card, .turn, .lane, tr { break-inside: avoid; }
  a, a .n, .figures b { color: inherit; text-decoration: none; }
}
`;
