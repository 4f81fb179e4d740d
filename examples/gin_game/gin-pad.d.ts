// The types of <gin-pad>.
export class GinPad extends HTMLElement {
  /** The evening as the text of a link. */
  value: string;
}
declare global {
  interface HTMLElementTagNameMap { "gin-pad": GinPad }
  interface HTMLElementEventMap { "gin-pad": CustomEvent<{ text: string; is_over: boolean }> }
}
