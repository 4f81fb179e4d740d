// The style of the table; a page changes it by the custom properties of the first block.
export const STYLE = `
:host{--gin-ground:#fbfaf7;--gin-felt:#e9f0ea;--gin-line:#d3d9d2;--gin-ink:#1e2421;--gin-quiet:#5b655f;--gin-accent:#17694a;
--gin-on-accent:#fff;--gin-stain:#b56a00;--gin-paper:#fff;--gin-edge:#a9b0aa;--gin-red:#c4202f;--gin-black:#1b1e1d;--gin-back:#35597e;
--gin-weave:#7f9dbd;--gin-fault:#b3261e;--w:58px;--h:calc(var(--w)*1.42);
display:block;container-type:inline-size;max-width:760px;color:var(--gin-ink);font:16px/1.4 system-ui,sans-serif;color-scheme:light}
:host([hidden]){display:none}
:host([theme=dark]){--gin-ground:#181b1a;--gin-felt:#202b26;--gin-line:#39433e;--gin-ink:#e9ece9;--gin-quiet:#a1aca5;--gin-accent:#6fcf9f;
--gin-on-accent:#0f1f17;--gin-stain:#f0a73a;--gin-paper:#eceae4;--gin-edge:#0d0f0e;--gin-red:#bd1728;--gin-black:#1b1e1d;--gin-back:#2c4a69;
--gin-weave:#5f7f9f;--gin-fault:#ff9d94;color-scheme:dark}
@media(prefers-color-scheme:dark){:host(:not([theme])){--gin-ground:#181b1a;--gin-felt:#202b26;--gin-line:#39433e;--gin-ink:#e9ece9;
--gin-quiet:#a1aca5;--gin-accent:#6fcf9f;--gin-on-accent:#0f1f17;--gin-stain:#f0a73a;--gin-paper:#eceae4;--gin-edge:#0d0f0e;--gin-red:#bd1728;
--gin-black:#1b1e1d;--gin-back:#2c4a69;--gin-weave:#5f7f9f;--gin-fault:#ff9d94;color-scheme:dark}}
*{box-sizing:border-box}
[hidden]{display:none!important}
.table{background:var(--gin-ground);border:1px solid var(--gin-line);border-radius:10px;padding:10px;position:relative}
.title{margin:0 0 6px;color:var(--gin-quiet);font-size:13px;overflow-wrap:anywhere}
.others{display:flex;flex-wrap:wrap;gap:8px}
.seat{flex:1 1 200px;min-width:0;border:1px solid transparent;border-radius:8px;padding:4px 6px}
.seat.turn{border-color:var(--gin-accent)}
.who{display:flex;flex-wrap:wrap;gap:2px 8px;align-items:baseline;margin:0 0 4px;font-size:14px}
.name{font-weight:700;overflow-wrap:anywhere}
.badge{font-size:12px;color:var(--gin-quiet);border:1px solid var(--gin-line);border-radius:9px;padding:0 7px}
.score{margin-left:auto;font-variant-numeric:tabular-nums;color:var(--gin-quiet)}
.fan{display:flex;flex-wrap:wrap;min-height:calc(var(--h) + 2px);padding-right:calc(var(--w) - var(--step));row-gap:4px}
.fan>.card{margin-right:calc(var(--step) - var(--w))}
.others .seat,.melds{--w:40px;--h:calc(var(--w)*1.42)}
.others .fan{--step:15px}
.fan>.card.gap{margin-left:8px}
.melds{display:flex;flex-wrap:wrap;gap:6px 12px}
.row{display:flex;flex-wrap:wrap;gap:4px 14px}
.others .fan{min-height:0}
.melds:empty{display:none}
.melds .fan{--step:26px}
.middle{display:flex;gap:18px;align-items:flex-start;background:var(--gin-felt);border-radius:8px;padding:10px;margin:8px 0}
.place{min-width:0}
.place.wide{flex:1}
.label{margin:4px 0 0;font-size:12px;color:var(--gin-quiet);text-align:center}
.stock{position:relative;width:var(--w);height:var(--h)}
.stock.empty,.pile.empty{border:1px dashed var(--gin-edge);border-radius:6px;width:var(--w);min-height:var(--h)}
.pile{--step:20px}
.pile.fan{min-height:var(--h)}
.pile.several{--step:24px}
.facts{margin:0 0 0 auto;padding:0;list-style:none;font-size:13px;color:var(--gin-quiet);min-width:0;overflow-wrap:anywhere}
.card{flex:none;position:relative;width:var(--w);height:var(--h);background:var(--gin-paper);border:1px solid var(--gin-edge);border-radius:6px;
user-select:none;-webkit-user-select:none;touch-action:pan-y}
.card.red{color:var(--gin-red);fill:var(--gin-red)}
.card.black{color:var(--gin-black);fill:var(--gin-black)}
.card .rank{position:absolute;white-space:nowrap;top:2%;left:0;width:calc(var(--w)*.42);text-align:center;font:700 calc(var(--w)*.36)/1.1 system-ui,sans-serif;letter-spacing:-.06em}
.card svg{position:absolute;overflow:visible}
.card .small{width:calc(var(--w)*.26);left:calc(var(--w)*.08);top:calc(var(--w)*.44)}
.card .large{width:calc(var(--w)*.5);right:calc(var(--w)*.1);bottom:calc(var(--w)*.12)}
.card.back{background:var(--gin-back) repeating-linear-gradient(45deg,transparent 0 5px,var(--gin-weave) 5px 6px);box-shadow:inset 0 0 0 3px var(--gin-back)}
.card[role=button]{cursor:pointer;transition:translate .12s}
.card[role=button]:hover{translate:0 -4px}
.card.new{box-shadow:0 0 0 2px var(--gin-stain)}
.card.hint{box-shadow:0 0 0 3px var(--gin-accent);translate:0 -8px}
.card.chosen{translate:0 -8px}
.card.added::after,.card.seen::after{content:"";position:absolute;left:calc(var(--w)*.15);bottom:5px;width:6px;height:6px;border-radius:3px;background:var(--gin-stain)}
.card.held{z-index:9;transition:none;box-shadow:0 4px 12px #0005}
.card:focus-visible,button:focus-visible{outline:3px solid var(--gin-stain);outline-offset:2px;z-index:2}
.own .fan{--step:44px}
.note{color:var(--gin-quiet);font-size:14px}
.prompt{margin:8px 0 4px;font-weight:700}
.error{margin:4px 0;color:var(--gin-fault);overflow-wrap:anywhere}
.error:empty{display:none}
.log{margin:0;padding:0;list-style:none;font-size:14px;color:var(--gin-quiet);min-height:1.4em;overflow-wrap:anywhere}
.log:empty{display:none}
.actions,.host{display:flex;flex-wrap:wrap;gap:6px;margin:6px 0}
.actions:empty{display:none}
button{font:inherit;padding:6px 12px;min-height:40px;border:1px solid var(--gin-accent);border-radius:7px;background:var(--gin-accent);color:var(--gin-on-accent);
cursor:pointer;max-width:100%;overflow-wrap:anywhere;text-align:left}
button.plain{background:none;color:var(--gin-ink);border-color:var(--gin-line);font-size:13px;min-height:30px;padding:2px 9px}
button.hint{outline:3px solid var(--gin-stain);outline-offset:1px}
.result{margin:6px 0;padding:8px 10px;border-left:4px solid var(--gin-accent);background:var(--gin-felt);white-space:pre-wrap;overflow-wrap:anywhere}
.result:empty{display:none}
.aloud,.live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:host([aria-busy=true]) .card[role=button],:host([aria-busy=true]) .actions{opacity:.85;cursor:progress}
@container(max-width:520px){.table{padding:6px}.middle{gap:10px;padding:6px;margin:6px 0}.seat{flex-basis:150px;padding:2px 4px}
.middle{--w:46px}.others .seat,.melds{--w:34px;--seen:22px}.others .fan{--step:12px}.melds .fan{--step:22px}.own{--w:50px}.facts{font-size:12px}
.others:has(>:nth-child(3)) [data-backs]{--step:26px}
.others:has(>:nth-child(3)) [data-backs]::after{content:"× " attr(data-backs);order:1;align-self:center;margin-left:calc(var(--w) - var(--step) + 4px);white-space:nowrap;font-size:13px;color:var(--gin-quiet)}
.others:has(>:nth-child(3)) [data-backs]>.back:not(:first-child){display:none}}
@media(max-height:480px){@container(min-width:600px){.table{display:grid;grid-template:repeat(7,auto) 1fr/minmax(0,2fr) minmax(0,3fr);column-gap:8px;padding:4px 6px}
.table>*{grid-column:1;min-width:0}.table>:is(.title,.live){grid-column:1/-1;margin:0}.table>.others{grid-row:2}
.table>:is(.middle,.mine){grid-column:2}.table>.middle{grid-row:2;margin:0 0 4px;padding:4px 6px}.table>.mine{grid-row:3/span 6}
.middle,.own{--w:44px}.others .seat{--w:36px;flex-basis:110px;padding:0 4px}.prompt,.actions,.host{margin:3px 0}.log{font-size:13px}.result{font-size:14px;padding:4px 8px}
.table:has(.others>:nth-child(3))>.others{grid-column:1/-1;flex-wrap:nowrap}.table:has(.others>:nth-child(3))>.middle{grid-row:3/span 3}.table:has(.others>:nth-child(3))>.mine{grid-row:6/span 3}
.others:has(>:nth-child(3)) .seat{--w:28px;--seen:19px}}}
@media print{.actions,.host,.log,.sorting{display:none!important}.table{break-inside:avoid;border-color:#000}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@media(prefers-reduced-motion:reduce){.card[role=button]{transition:none}.card[role=button]:hover{translate:none;box-shadow:0 0 0 2px var(--gin-edge)}}
`;
