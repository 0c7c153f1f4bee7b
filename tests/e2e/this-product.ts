import { inject } from "vitest";

const visited = inject("products")[Number(process.env.VITEST_POOL_ID) - 1];
if (!visited) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no product.`);

/** The product of this file's worker: where it answers, and the sessions of its demo members. */
export const product = visited;
