// The net of the strongest player, which the first move of a game does not need.
import net from "../../gin_core/build/learned.net.gz";

export { net };
