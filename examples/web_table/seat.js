// The page of a seat: the table, and the connection to the server.

import { Table } from "./table.js";
const place = document.getElementById("table"), state = document.getElementById("state");
const address = location.href.replace(/^http/, "ws") + "/socket";
let socket, wait = 500;
const table = new Table(place, (action, version) => socket.send(JSON.stringify({ action, version })));
const look = () => socket.readyState === 1 && socket.send(JSON.stringify({ looks: Table.looks(place) }));
function connect() {
  socket = new WebSocket(address);
  socket.onopen = () => { wait = 500; state.textContent = ""; look(); };
  socket.onmessage = (event) => table.show(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (event.code === 1008) { state.textContent = event.reason; return; }
    state.textContent = "connection lost: trying again …";
    setTimeout(connect, wait = Math.min(2 * wait, 10000));
  };
}
addEventListener("resize", look);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look);
connect();
