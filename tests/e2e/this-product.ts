import { inject } from "vitest";

const served = inject("products")[Number(process.env.VITEST_POOL_ID) - 1];
if (!served) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no product.`);

/** The product of this file's worker: where it answers, and the sessions of its demo members. */
export const product = served;
