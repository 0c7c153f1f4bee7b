import { WorkerEntrypoint } from "cloudflare:workers";

const fonts: Record<string, () => Promise<{ default: ArrayBuffer }>> = {
	"BIZUDPGothic_400Regular.ttf": () =>
		import("@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf?.bin"),
	"NotoSansSC_400Regular.ttf": () =>
		import("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf?.bin"),
	"NanumGothic_400Regular.ttf": () =>
		import("@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf?.bin"),
	"NotoSansThai_400Regular.ttf": () =>
		import("@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf?.bin"),
};

/** Serves the backend's fonts, which are its assets once it is deployed. */
export class LocalFonts extends WorkerEntrypoint<LocalEnv> {
	override async fetch(request: Request): Promise<Response> {
		const font = fonts[new URL(request.url).pathname.slice(1)];
		return font ? new Response((await font()).default) : new Response("Not found", { status: 404 });
	}
}
