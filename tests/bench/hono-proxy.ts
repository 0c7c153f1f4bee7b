import { Hono } from "hono";
import { proxy } from "hono/proxy";

type Bindings = { BACKEND: { fetch: (request: Request) => Promise<Response> } };

/** A peer of the forwarder: Hono's own proxy helper over the same binding, without a session, guard or deadline. */
const app = new Hono<{ Bindings: Bindings }>();
app.all("/api/proxy/*", (c) =>
	proxy(c.req.url, { raw: c.req.raw, customFetch: (request) => c.env.BACKEND.fetch(request) }),
);

export default app;
