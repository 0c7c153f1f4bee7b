import { Hono } from "hono";

/** The baseline of every row: what Hono itself costs in workerd. */
const app = new Hono();
app.get("/", (c) => c.json({ hello: "world" }));

/** The same with a line in the log, as the product leaves one of each request: what that costs is the runtime's. */
app.get("/logged", (c) => {
	console.info(
		JSON.stringify({ line: "request", place: "hello", name: "GET /logged", outcome: "ok", status: 200, ms: 0 }),
	);
	return c.json({ hello: "world" });
});

export default app;
