// Seeds a product and leaves its state in a folder: `node tests/e2e/write-seeded-state.mjs <folder>`.
import { writeSeededState } from "./product.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder to write.");
await writeSeededState(folder);
