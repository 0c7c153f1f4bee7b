import { Hono } from "hono";

const app = new Hono();
app.get("/", (c) => c.json({ hello: "world" }));

/** The same with a log line for each request, as the product writes. */
app.get("/logged", (c) => {
	console.info(
		JSON.stringify({ line: "request", place: "hello", name: "GET /logged", outcome: "ok", status: 200, ms: 0 }),
	);
	return c.json({ hello: "world" });
});

export default app;
