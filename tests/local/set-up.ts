import { reset } from "cloudflare:test";

/** Files share one isolate, which is loaded once; each begins with what a local run begins with. */
await reset();
