// The style of the table; a page changes it by the custom properties of the first block.
const NIGHT = `--gin-glow:#12573f;--gin-felt:#0d4330;--gin-deep:#062519;--gin-rim:#3d2717;--gin-paper:#efebe0;--gin-edge:#0008;
--gin-sheet:#20262a;--gin-print:#f1efe7;--gin-faint:#b5bfba;--gin-rail:#fff2;color-scheme:dark`;
export const STYLE = `
:host{--gin-glow:#18694b;--gin-felt:#125a40;--gin-deep:#0a3a29;--gin-rim:#5f3d24;--gin-ink:#f7f4ea;--gin-quiet:#d6e8dd;--gin-accent:#f2c14e;
--gin-on-accent:#2b1d00;--gin-key:#e9f1eb;--gin-on-key:#10392a;--gin-paper:#fffdf8;--gin-edge:#0003;--gin-red:#c2122b;--gin-black:#1b1c22;
--gin-back:#7d2031;--gin-weave:#b2606d;--gin-fault:#ffd3cb;--gin-sheet:#fffdf8;--gin-print:#1d211f;--gin-faint:#59625d;--gin-rail:#0002;
display:block;container-type:inline-size;max-width:960px;color:var(--gin-ink);font:16px/1.35 system-ui,"Noto Sans",sans-serif;text-align:start;color-scheme:light}
:host([hidden]){display:none}
:host([theme=dark]){${NIGHT}}
@media(prefers-color-scheme:dark){:host(:not([theme])){${NIGHT}}}
*{box-sizing:border-box}
[hidden]{display:none!important}
p,ol,ul{margin:0;padding:0;list-style:none}
.table{--w:var(--gin-card,clamp(44px,min(15.4cqw,8.2vh),84px));--h:calc(var(--w)*1.42);position:relative;overflow:hidden;isolation:isolate;display:grid;
grid-template:auto auto minmax(min-content,1fr) auto auto auto auto/minmax(0,1fr);min-height:min(580px,84vh);padding:8px 10px 6px;border-radius:14px;
background:radial-gradient(120% 90% at 50% 40%,var(--gin-glow) 0,var(--gin-felt) 45%,var(--gin-deep) 100%)}
.table::before{content:"";position:absolute;inset:0;z-index:-1;pointer-events:none;box-shadow:inset 0 0 80px #0006;
background:repeating-linear-gradient(37deg,#fff0 0 2px,#ffffff06 2px 3px),repeating-linear-gradient(-53deg,#0000 0 2px,#0000000a 2px 3px)}
.table>*{grid-column:1}.title{grid-row:1}.others{grid-row:2}.middle{grid-row:3}.talk{grid-row:4}.mine{grid-row:5}.actions{grid-row:6}.table>.host{grid-row:7}
.title{font-size:13px;color:var(--gin-quiet);text-align:center;overflow-wrap:anywhere;padding-bottom:2px}
.who{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:0 10px;align-items:center}
.disc{grid-row:1/3;width:36px;height:36px;border-radius:50%;display:grid;place-items:center;font-weight:700;background:#cfe6d8;color:#113c2c}
.own .disc{background:var(--gin-accent);color:var(--gin-on-accent)}
.turn .disc{box-shadow:0 0 0 3px var(--gin-felt),0 0 0 5px var(--gin-accent)}
.said{display:flex;flex-wrap:wrap;gap:0 8px;align-items:baseline;min-width:0;line-height:1.2}
.name{font-weight:700;font-size:17px;overflow-wrap:anywhere}
.badge,.note{font-size:13px;color:var(--gin-quiet)}
.badge.dealer{border:1px solid currentColor;border-radius:9px;padding:0 6px;font-size:12px}
.score{grid-column:3;grid-row:1/3;font-size:22px;font-weight:700;font-variant-numeric:tabular-nums;white-space:nowrap}
.score small{font-size:13px;font-weight:400;color:var(--gin-quiet)}
.bar{grid-column:2;height:6px;border-radius:3px;background:#0005;overflow:hidden;margin-top:3px}
.bar i{display:block;height:100%;border-radius:3px;background:#8fd3ae}
.own .bar i{background:var(--gin-accent)}
.fan{display:flex;min-height:calc(var(--h) + 2px);padding-right:calc(var(--w) - var(--step))}
.fan>.card{margin-right:calc(var(--step) - var(--w));rotate:var(--turn,0deg);translate:0 var(--drop,0)}
.fan>.card.gap{margin-left:var(--gap,8px)}
.others .row{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 14px;--w:calc(var(--gin-card,clamp(44px,min(15.4cqw,8.2vh),84px))*.62);--h:calc(var(--w)*1.42)}
.others .fan{--step:calc(var(--w)*.46);min-height:0}
.others .hold{padding:14px 8px 2px;min-height:calc(var(--h) + 16px)}
.others .hold>.card.up{--step:calc(var(--w)*.6)}
.melds{display:flex;flex-wrap:wrap;gap:6px 12px;justify-content:center}
.melds:empty{display:none}
.melds .fan{--step:calc(var(--w)*.5)}
.mine>.seat>.melds{--w:calc(var(--gin-card,clamp(44px,min(15.4cqw,8.2vh),84px))*.7);--h:calc(var(--w)*1.42)}
.others.many{display:grid;grid-template-columns:repeat(auto-fit,minmax(100px,1fr));gap:6px}
.many .seat{background:#0003;border:2px solid #0000;border-radius:12px;padding:5px 7px;min-width:0}
.many .seat.turn{border-color:var(--gin-accent)}
.many .who{gap:0 7px}.many .disc{width:28px;height:28px;font-size:14px}.many .name{font-size:14px}.many .badge{font-size:12px}
.many .score{grid-column:2;grid-row:2;font-size:14px}.many .score small{font-size:12px}.many .bar{display:none}
.many .row{--w:26px;justify-content:start;margin-top:4px}.many .fan{--step:9px}.many .hold{padding:0;min-height:0;flex-wrap:wrap;row-gap:3px}
.many .fan>.card{rotate:none;translate:none}.many .melds .fan,.many .hold>.card.up{--step:17px}
.middle{display:grid;grid-template-columns:minmax(0,1fr) auto auto minmax(0,1fr);gap:22px;align-content:center;align-items:center;padding:8px 0;border-radius:12px}
.middle.target{background:#fff2}
.place{grid-row:1;min-width:var(--w)}.place.stocked{grid-column:2}.place.open{grid-column:3}
.middle.wide{grid-template-columns:auto minmax(0,1fr)}.wide .place.stocked,.wide .place.open{grid-column:auto}.wide .facts{grid-column:1/-1;grid-row:2}
.label{margin:7px -24px 0;font-size:13px;color:var(--gin-quiet);text-align:center}
.wide .label{margin:7px 0 0}
.stock{position:relative;width:var(--w);height:var(--h);border-radius:calc(var(--w)*.09)}
.stock:not(.empty){box-shadow:-2px -2px 0 -.5px var(--gin-back),-2px -2px 0 0 #0006,-4px -4px 0 -.5px var(--gin-back),-4px -4px 0 0 #0006}
.stock.empty,.pile.empty{border:2px dashed #fff5;border-radius:calc(var(--w)*.09);width:var(--w);min-height:var(--h)}
.pile{position:relative;min-width:var(--w);--step:0px;padding:0}
.pile>.card:not(:last-child){margin-right:calc(-1*var(--w))}
.pile:not(.several)>.card:nth-last-child(2){rotate:5deg;translate:3px 0}.pile:not(.several)>.card:nth-last-child(3){rotate:-8deg;translate:-6px 0}
.pile.several{flex-wrap:wrap;row-gap:4px;--step:24px;padding-right:calc(var(--w) - 24px)}.pile.several>.card{margin-right:calc(24px - var(--w))}
:is(.stock,.pile)>.card[role=button]:last-child{outline:3px solid var(--gin-accent);outline-offset:3px}
.pile.several>.card[role=button]{outline:none;box-shadow:0 0 0 2px var(--gin-accent)}
.facts>:first-child{font-size:15px;color:var(--gin-ink)}
.facts{grid-column:4;justify-self:end;text-align:right;font-size:13px;color:var(--gin-quiet);overflow-wrap:anywhere}
.card{flex:none;position:relative;width:var(--w);height:var(--h);border-radius:calc(var(--w)*.09);background:var(--gin-paper);transform-origin:50% 120%;
box-shadow:inset 0 0 0 .5px #fff,0 0 0 1px var(--gin-edge),0 2px 6px #0005;user-select:none;-webkit-user-select:none;touch-action:pan-y}
.card.red{fill:var(--gin-red)}.card.black{fill:var(--gin-black)}
.card svg{display:block;width:100%;height:100%;pointer-events:none}
.rank{position:absolute;z-index:1;left:calc(var(--w)*-.1);top:calc(var(--w)*.02);width:calc(var(--w)*.44);text-align:center;font:700 calc(var(--w)*.26)/1 system-ui,"Noto Sans",sans-serif;letter-spacing:-.08em;pointer-events:none}
.rank::after{content:attr(data-rank);position:absolute;left:calc(var(--w)*.76);top:calc(var(--w)*1.12);width:100%;rotate:180deg}
.red .rank{color:var(--gin-red)}.black .rank{color:var(--gin-black)}
.card.back{background:var(--gin-back);box-shadow:0 0 0 1px #0004,0 1px 4px #0005}
.card.back::before{content:"";position:absolute;inset:7%;border-radius:6%;border:1.5px solid #fff7;
background:repeating-linear-gradient(45deg,#0000 0 4px,var(--gin-weave) 4px 5px),repeating-linear-gradient(-45deg,#0000 0 4px,var(--gin-weave) 4px 5px)}
.card[role=button]{cursor:pointer}
.hand>.card[role=button]:hover{translate:0 calc(var(--drop,0px) - 6px)}
.card.new{box-shadow:0 0 0 2.5px #69b7ff,0 3px 9px #0006}
.hand>.card.hint,.hand>.card.chosen{translate:0 calc(var(--drop,0px) - 14px);box-shadow:0 0 0 3px var(--gin-accent),0 8px 16px #0007}
.card.added::after,.card.seen::after{content:"";position:absolute;left:calc(var(--w)*.09);bottom:6%;width:7px;height:7px;border-radius:4px;background:#d9822b}
.card.held{z-index:9;box-shadow:0 10px 20px #0008}
.talk{display:grid;align-content:end;min-height:68px;text-align:center;padding:4px 4px 2px}
.log,.error,.tip{font-size:14px;color:var(--gin-quiet);overflow-wrap:anywhere}
.log{min-height:1.35em}
.log li{display:inline}.log li+li::before{content:" "}
.error{color:var(--gin-fault);font-weight:600}
.error:empty,.tip:empty,.error:not(:empty)+.log{display:none}
.prompt{font-size:18px;font-weight:650;text-wrap:balance;min-height:1.35em}
.hand{position:relative;--gap:calc(var(--w)*.14);--step:min(var(--w)*.74,(100% - var(--w) - var(--gaps)*var(--gap) - 8px)/var(--more));justify-content:center;padding-right:0;padding-top:18px;padding-bottom:30px;min-height:calc(var(--h) + 50px)}
.hand>.card:last-of-type{margin-right:0}
.tag{position:absolute;left:calc((100% - var(--more)*var(--step) - var(--gaps)*var(--gap) - var(--w))/2 + var(--at)*var(--step) + var(--before)*var(--gap) + var(--half,var(--step)/2));bottom:5px;translate:-50%;font-size:12px;line-height:1;color:#113c2c;background:#cdebd8;border-radius:9px;padding:4px 8px;pointer-events:none}.tag.last{--half:var(--w)/2}
.actions{display:grid;grid-template-columns:1fr 1fr;gap:8px;width:100%;max-width:540px;margin:8px auto 0;min-height:52px}
.actions .tip{align-self:center;text-align:center}
.actions>:only-child{grid-column:1/3}
.host{display:flex;flex-wrap:wrap;justify-content:center;gap:2px 4px;margin-top:6px;min-height:44px}
button{text-wrap:balance;font:inherit;font-weight:650;min-height:52px;padding:6px 12px;border:0;border-radius:14px;color:var(--gin-on-key);background:var(--gin-key);box-shadow:0 2px 0 #0005;
cursor:pointer;max-width:100%;overflow-wrap:anywhere;text-align:center}
button.go{color:var(--gin-on-accent);background:linear-gradient(#f8d57a,#eab53c)}
button.plain{min-height:44px;background:none;box-shadow:none;color:var(--gin-quiet);font-weight:500;font-size:14px}
button.hint{outline:3px solid var(--gin-accent);outline-offset:2px}
.card:focus-visible,button:focus-visible{outline:3px solid #69b7ff;outline-offset:2px;z-index:2}
.sheet{grid-row:1/-1;align-self:end;z-index:20;width:100%;max-width:600px;justify-self:center;margin:40px 0 -6px;padding:14px 16px 10px;display:grid;gap:8px;
color:var(--gin-print);background:var(--gin-sheet);border-radius:20px 20px 0 0;box-shadow:0 -8px 40px #0009;--gin-quiet:var(--gin-faint);--gin-ink:var(--gin-print)}
.sheet .prompt{font-size:24px;text-align:center}
.result{text-align:center;white-space:pre-wrap;overflow-wrap:anywhere;color:var(--gin-faint)}
.result:empty{display:none}
.sides{display:grid;grid-template-columns:minmax(0,auto) minmax(0,1fr) auto;gap:6px 10px;align-items:center}
.sides>b{text-align:right;font-size:18px;font-variant-numeric:tabular-nums}
.sides>.melds{--w:clamp(28px,8.6cqw,46px);--h:calc(var(--w)*1.42);justify-content:start;gap:4px 8px}
.sides>.melds .fan{--step:calc(var(--w)*.46);min-height:0}
.sides.many{grid-template-columns:minmax(0,auto) minmax(0,1fr) auto auto;gap:3px 12px}.sides.many>.melds{--w:clamp(26px,7cqw,34px)}
.sides.many>b+b{min-width:2.2em}.sides bdi{overflow-wrap:anywhere;font-size:15px;max-width:7em}
.race{height:9px;border-radius:5px;background:var(--gin-rail);overflow:hidden}
.race i{display:block;height:100%;border-radius:5px;background:#2e8b63}.race.me i{background:#d79a1f}
.dot{position:absolute;z-index:19;top:-20px;width:9px;height:14px;border-radius:2px;pointer-events:none}
.cup{display:block;width:64px;height:64px;margin:0 auto -4px}
.aloud,.live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:host([aria-busy=true]) .actions{opacity:.85}
:host([compact]) .table{--w:46px;min-height:0}
:host([compact]) :is(.actions,.host,.log){display:none}
@container(min-width:700px){.table{padding:12px 18px 8px;border:9px solid var(--gin-rim);border-radius:22px;min-height:min(660px,80vh);box-shadow:0 10px 30px #0005}
.middle{gap:36px}.prompt{font-size:21px}.talk{min-height:72px}.hand{padding-bottom:34px}
.others.many{grid-template-columns:repeat(auto-fit,minmax(120px,1fr))}.others.many:has(>:nth-child(3))>:is(:first-child,:last-child){margin-top:26px}
.others.many:has(>:nth-child(5))>:is(:nth-child(2),:nth-child(4)){margin-top:9px}}
@container(max-width:330px){.facts{margin-left:-12px}}
@container(max-width:460px){.facts>:first-child{font-size:13px}.label{font-size:12px}.host{flex-wrap:nowrap;gap:0}button.plain{padding:4px 7px;font-size:13.5px}.sheet .host,:host([readonly]) .host{flex-wrap:wrap}.actions>button{padding:6px 4px;font-size:15.5px}}
@media(max-height:720px){.many :is(.back,.disc,.badge:not(.dealer)){display:none}.many .who{grid-template-columns:minmax(0,1fr)}.many :is(.said,.score){grid-column:1}.many .row{margin:0}.many .seat{padding:2px 7px}
.others.many{grid-template-columns:repeat(auto-fit,minmax(80px,1fr))}.others.many>.seat{margin-top:0!important}
.title{display:none}.talk{min-height:50px}.hand{padding-top:12px;padding-bottom:25px;min-height:calc(var(--h) + 38px)}.tag{bottom:1px}
.others:not(.many) .row{--w:calc(var(--gin-card,clamp(44px,min(15.4cqw,8.2vh),84px))*.48)}.sheet .prompt{font-size:20px}.sheet{gap:5px;margin-top:12px;padding-top:10px}.others .hold{padding-top:8px;min-height:0}}
@media(max-height:480px){@container(min-width:600px){.table{--w:var(--gin-card,clamp(40px,7cqw,58px));grid-template:auto minmax(0,1fr) auto auto/minmax(0,1fr) 190px;column-gap:12px;min-height:min(330px,96vh);
padding:4px 10px;border:0;border-radius:12px}
.title{display:none}.others{grid-area:1/1}.middle{grid-area:2/1;padding:2px 0;gap:26px}.mine{grid-area:3/1;display:grid}.talk{grid-area:1/2/3/3;min-height:0;align-content:center}
.actions{grid-area:3/2;grid-template-columns:1fr;align-self:end;margin:0}.actions>:only-child{grid-column:1}.table>.host{grid-area:4/1/5/3;margin:0;min-height:40px}
.others:not(.many) .row{display:none}.others.many{grid-template-columns:repeat(auto-fit,minmax(72px,1fr))}.many .seat{padding:0 6px}.hand{padding:4px 0 22px;min-height:calc(var(--h) + 26px)}.tag{bottom:0}.prompt{font-size:17px}.label{margin-top:3px}button{min-height:46px}
.table>.sheet{grid-area:1/1/-1/-1;max-width:none;grid-template-columns:minmax(0,1fr) minmax(0,1fr);align-content:start;gap:4px 16px;padding:8px 12px;margin-top:0;min-height:100%;border-radius:0}
.sheet>.sides{grid-column:1;grid-row:1/9;align-self:start}.sides>.melds{--w:32px}.sides.many>.melds{--w:24px}.sheet>:not(.sides){grid-column:2}.cup{display:none}}}
@media(prefers-reduced-motion:no-preference){.card{transition:translate .15s,rotate .15s}.sheet{animation:rise .35s cubic-bezier(.2,.9,.3,1)}
.dot{animation:fall 2.6s ease-in var(--later) both}}
@keyframes rise{from{translate:0 60%;opacity:0}}
@keyframes fall{to{translate:var(--drift) 720px;rotate:540deg}}
@media(prefers-reduced-motion:reduce){.dot{display:none}}
@media print{.actions,.host,.log{display:none!important}.table{break-inside:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
