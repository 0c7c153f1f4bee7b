import { copyFileSync, mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const packages = fileURLToPath(new URL("../../node_modules/@expo-google-fonts/", import.meta.url));

/** Fonts for Japanese, Chinese, Korean and Thai in reports, as backend/report/formats/pdf/script-fonts.ts names them. */
const fonts = [
	"biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf",
	"noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
	"nanum-gothic/400Regular/NanumGothic_400Regular.ttf",
	"noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf",
];

/** Undefined: there is no such font. */
export function fontPath(file: string): string | undefined {
	const found = fonts.find((path) => basename(path) === file);
	return found && join(packages, found);
}

/** Lays the fonts beside the built backend: they are uploaded as its assets. */
export function fontAssets(): Plugin {
	let outDir = "";
	return {
		name: "font-assets",
		apply: "build",
		applyToEnvironment: ({ name }) => name === "aqlcloud_backend",
		configResolved: (config) => {
			outDir = resolve(config.root, config.build.outDir);
		},
		writeBundle() {
			const folder = join(outDir, "fonts");
			mkdirSync(folder, { recursive: true });
			for (const path of fonts) copyFileSync(join(packages, path), join(folder, basename(path)));
		},
	};
}
