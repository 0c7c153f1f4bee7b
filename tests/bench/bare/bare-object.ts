import { DurableObject } from "cloudflare:workers";

type Env = { OBJECT: DurableObjectNamespace<BareObject> };

export class BareObject extends DurableObject {
	override async fetch(request: Request): Promise<Response> {
		const length = Number(new URL(request.url).searchParams.get("length"));
		return Response.json("x".repeat(length));
	}
}

/** The baseline of a call: a Worker that passes a request to an object, and does nothing more. */
export default {
	fetch: (request: Request, env: Env) => env.OBJECT.getByName("bare").fetch(request),
};
