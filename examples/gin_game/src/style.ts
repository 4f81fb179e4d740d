// The style of what is around the table; the table's own properties hold here too.
export const STYLE = `
:host{display:block;container-type:inline-size;max-width:960px;color:inherit;font:16px/1.4 system-ui,"Noto Sans",sans-serif;text-align:start}
:host([hidden]){display:none}
*{box-sizing:border-box}
[hidden]{display:none!important}
.wait{min-height:var(--gin-wait,600px);display:grid;place-items:center;margin:0;border-radius:14px;color:#f7f4ea;background:#125a40}
.fault{margin:0;padding:12px;border:1px solid currentColor;border-radius:10px}
gin-table{max-width:none}
.controls,.watch{display:contents}
button{font:inherit;min-height:44px;min-width:44px;padding:6px 12px;border-radius:10px;border:1px solid #8888;background:none;color:inherit;cursor:pointer}
gin-table button{border:0;font-size:14px;color:var(--gin-quiet);min-width:0}
@container(max-width:460px){gin-table button{padding:4px 7px;font-size:13.5px}}
button:disabled{opacity:.4;cursor:default}
button.go{background:linear-gradient(#f8d57a,#eab53c);color:#2b1d00;border:0;font-weight:650}
gin-table button.go{flex:1 0 100%;min-height:52px;font-size:17px;border-radius:14px;box-shadow:0 2px 0 #0005;color:#2b1d00}
:is(button,summary,input):focus-visible{outline:3px solid #3d8fdd;outline-offset:2px}
.place{font-variant-numeric:tabular-nums;align-self:center}
input[type=range]{flex:1 1 120px;min-height:44px;accent-color:#eab53c}
details{margin-top:8px}
summary{min-height:44px;display:flex;align-items:center;cursor:pointer;font-weight:600}
.scroll{overflow-x:auto}
.lines{margin:0;padding-left:1.2em}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:3px 12px 3px 0;text-align:left;font-weight:400}
th{font-weight:600}
td.number,th.number{text-align:right}
caption{text-align:left}
section:empty{display:none}
.review gin-table{margin-top:12px;max-width:620px}
`;
