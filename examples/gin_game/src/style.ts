// The style of what is around the table; the table's own properties hold here too.
export const STYLE = `
:host{display:block;container-type:inline-size;max-width:760px;color:var(--gin-ink,CanvasText);font:16px/1.4 system-ui,sans-serif}
:host([hidden]){display:none}
*{box-sizing:border-box}
[hidden]{display:none!important}
.wait{min-height:var(--gin-wait,520px);display:grid;place-items:center;margin:0;border:1px solid #8886;border-radius:10px}
.fault{margin:0;padding:12px;border:1px solid currentColor;border-radius:10px}
.controls{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin-top:8px}
button{font:inherit;min-height:44px;min-width:44px;padding:6px 14px;border-radius:8px;border:1px solid;background:none;color:inherit;cursor:pointer}
button[aria-pressed=true]{outline:2px solid var(--gin-accent,#17694a);outline-offset:-2px}
button:disabled{opacity:.45;cursor:default}
button.go{background:var(--gin-accent,#17694a);border-color:transparent;color:var(--gin-on-accent,#fff);font-weight:600}
:is(button,summary,input):focus-visible{outline:3px solid var(--gin-accent,#17694a);outline-offset:2px}
.place{font-variant-numeric:tabular-nums}
input[type=range]{flex:1 1 120px;min-height:44px}
details{margin-top:8px}
summary{min-height:44px;display:flex;align-items:center;cursor:pointer}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:3px 12px 3px 0;text-align:left;font-weight:400}
th{font-weight:600}
td.number,th.number{text-align:right}
caption{text-align:left}
section:empty{display:none}
.review gin-table{margin-top:12px}
`;
