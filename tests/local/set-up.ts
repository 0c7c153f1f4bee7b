import { reset } from "cloudflare:test";

/** Files share one isolate, which loads once; each begins with the state of a new local run. */
await reset();
