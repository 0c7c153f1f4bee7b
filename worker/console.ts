import type { Bindings } from "./env";
import type { Deployment } from "./services";

/** What Hono's context carries in this Worker. */
export type Console = {
	Bindings: Bindings;
	Variables: { requestId: string; deployment: Deployment };
};
