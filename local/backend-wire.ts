import { WorkerEntrypoint } from "cloudflare:workers";

// One isolate serves this Worker on one machine, so a variable of the module is shared by all requests.
let isCut = false;

export function cutBackend(cut: boolean): void {
	isCut = cut;
}

export function isBackendCut(): boolean {
	return isCut;
}

/** Stands between console and backend in local runs, so that an outage can be made and ended by hand. */
export class BackendWire extends WorkerEntrypoint<LocalEnv> {
	override fetch(request: Request): Promise<Response> {
		if (isCut) throw new Error("The backend is cut off, as asked at /__local.");
		return this.env.BACKEND.fetch(request);
	}
}
