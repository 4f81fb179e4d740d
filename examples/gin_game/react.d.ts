// The tag for JSX of React: `import type {} from "gin-game/react";`
import type { GinGameProps } from "./gin-game.js";

declare module "react" {
  namespace JSX { interface IntrinsicElements { "gin-game": GinGameProps } }
}
