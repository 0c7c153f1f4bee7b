import { type BenchEnv, BenchObject } from "./bench-object";

export { BenchObject };

/** Runs one step of the bench in an object of its own name: `POST /<object>/<step>` with the step's argument. */
export default {
	async fetch(request, env) {
		const [name = "", step = ""] = new URL(request.url).pathname.slice(1).split("/");
		const stub = env.LOG.getByName(name);
		if (step === "evict") return evicted(stub);
		const argument: unknown = await request.json();
		const run: unknown = Reflect.get(stub, step);
		if (typeof run !== "function") return new Response("No such step", { status: 404 });
		return Response.json((await Reflect.apply(run, stub, [argument])) ?? null);
	},
} satisfies ExportedHandler<BenchEnv>;

/** Ending an instance rejects the call that requested it. */
async function evicted(stub: DurableObjectStub<BenchObject>): Promise<Response> {
	try {
		await stub.evict();
	} catch {
		return new Response(null, { status: 204 });
	}
	return new Response("The object outlived its end", { status: 500 });
}
