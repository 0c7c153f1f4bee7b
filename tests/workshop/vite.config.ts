import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { words } from "../../local/tasks/words/words-plugin.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Every control in every state, `?scheme=light` or `dark` for one alone. No build contains it. */
export default defineConfig({
	root: import.meta.dirname,
	plugins: [words(), react()],
	cacheDir: `${root}/node_modules/.vite/workshop`,
	publicDir: `${root}/client/public`,
	server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 5174), strictPort: true, fs: { allow: [root] } },
});
