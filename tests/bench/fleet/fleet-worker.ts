import { BenchAccount } from "./fleet-object";

export { BenchAccount };

type BenchEnv = { ACCOUNT: DurableObjectNamespace<BenchAccount> };

/** Runs one step of the bench in an account's object of its own name: `POST /<object>/<step>` with the step's argument. `GET` runs nothing. */
export default {
	async fetch(request, env) {
		if (request.method === "GET") return new Response(null, { status: 204 });
		const [name = "", step = ""] = new URL(request.url).pathname.slice(1).split("/");
		const stub = env.ACCOUNT.getByName(name);
		if (step === "evict") {
			const hasEnded = await stub.evict().then(
				() => false,
				() => true,
			);
			return new Response(null, { status: hasEnded ? 204 : 500 });
		}
		const argument: unknown = await request.json();
		const run: unknown = Reflect.get(stub, step);
		if (typeof run !== "function") return new Response("No such step", { status: 404 });
		return Response.json((await Reflect.apply(run, stub, [argument])) ?? null);
	},
} satisfies ExportedHandler<BenchEnv>;
