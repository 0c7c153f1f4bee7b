import { Hono } from "hono";

/** The baseline of every row: what Hono itself costs in workerd. */
const app = new Hono();
app.get("/", (c) => c.json({ hello: "world" }));

export default app;
