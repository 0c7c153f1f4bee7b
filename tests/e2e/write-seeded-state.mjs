// Seeds a product and leaves its state in a folder: `node tests/e2e/write-seeded-state.mjs <folder>`.
import { readCommandLine } from "../../local/tasks/command-line.mjs";

const {
	positionals: [folder],
} = readCommandLine({ usage: "node tests/e2e/write-seeded-state.mjs <folder>", allowPositionals: true });
if (!folder) throw new Error("Name the folder to write.");
// This import finds a browser and builds, which a wrong flag must not begin.
const { writeSeededState } = await import("./product.ts");
await writeSeededState(folder);
