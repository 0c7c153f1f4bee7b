import type { RequestIdentity } from "../../../backend/base/context";
import { internalHeaders } from "../../../backend/base/internal-headers";
import type { BenchObject } from "./scale-object";

export { BenchObject } from "./scale-object";

type BenchEnv = { ACCOUNT: DurableObjectNamespace<BenchObject> };

/**
 * `POST /<account>/<step>` runs a step of the bench with its argument as JSON; `/<account>/api/proxy/…` is a call of
 * the account's owner, as the backend Worker hands it over.
 */
export default {
	async fetch(request, env) {
		const { pathname } = new URL(request.url);
		const [accountId = "", step = ""] = pathname.slice(1).split("/");
		const stub = env.ACCOUNT.getByName(accountId);
		if (step === "api") return stub.fetch(asOwner(request, accountId));
		if (step === "evict") return evicted(stub);
		const argument: unknown = await request.json();
		const run: unknown = Reflect.get(stub, step);
		if (typeof run !== "function") return new Response("No such step", { status: 404 });
		return Response.json((await Reflect.apply(run, stub, [argument])) ?? null);
	},
} satisfies ExportedHandler<BenchEnv>;

function asOwner(request: Request, accountId: string): Request {
	const identity: RequestIdentity = {
		identity: {
			...{ sub: "bench-owner", username: "bench-owner", email: "owner@example.test", name: "Pat Example" },
			...{ provider: null, issuedAt: null, expiresAt: Math.ceil(Date.now() / 1000) + 3_600 },
			signIn: { originJti: "bench", authTime: Math.floor(Date.now() / 1000) },
		},
		...{ accountId, requestId: crypto.randomUUID(), callerRequestId: null, address: null },
		...{ hasOthers: false, isNamed: false },
	};
	const headers = new Headers(request.headers);
	headers.set(internalHeaders.identity, JSON.stringify(identity));
	const url = request.url.replace(`/${accountId}/`, "/");
	return new Request(url, { method: request.method, headers, body: request.body });
}

/** Ending an instance rejects the call that asked for it. */
async function evicted(stub: DurableObjectStub<BenchObject>): Promise<Response> {
	try {
		await stub.evict();
	} catch {
		return new Response(null, { status: 204 });
	}
	return new Response("The object outlived its end", { status: 500 });
}
