import { beforeAll } from "vitest";
import { postToLocalRun } from "./product";
import { product } from "./this-product";

/** Each file starts with the seeded state and with devices that have sent what was due since. */
beforeAll(async () => {
	await postToLocalRun(product.origin, "state/restore");
	await postToLocalRun(product.origin, "seed?simulate=off");
});
