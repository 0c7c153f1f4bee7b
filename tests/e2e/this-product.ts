import { inject } from "vitest";

const served = inject("products")[Number(process.env.VITEST_POOL_ID) - 1];
if (!served) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no product.`);

export const product = served;
