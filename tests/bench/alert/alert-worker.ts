import { type RehearsalSource, rehearseAlert } from "../../../backend/alert/rehearse-alert";
import type { RehearseAlert } from "../../../shared/alert/rehearsal";
import { type BenchEnv, BenchObject } from "./alert-object";
import { benchRules, type RuleMix } from "./bench-rules";

export { BenchObject };

type Rehearsing = { mix: RuleMix; times: number };

async function rehearse(stub: DurableObjectStub<BenchObject>, { mix, times }: Rehearsing): Promise<Response> {
	const [rule] = benchRules(mix, 1);
	if (!rule) throw new Error("No rule to rehearse");
	const input: RehearseAlert = {
		rule,
		severity: "warning",
		scope: "all",
		contactIds: [],
		contactGroupIds: [],
		days: 7,
	};
	const source: RehearsalSource = {
		head: async () => JSON.parse(await stub.rehearsalHead(input)),
		page: async (slice) => JSON.parse(await stub.rehearsalPage(slice)),
	};
	let found = await rehearseAlert(source);
	for (let time = 1; time < times; time += 1) found = await rehearseAlert(source);
	return Response.json({ devices: found.devices.length, hasReadings: found.devices[0]?.hasReadings ?? false });
}

/** Runs one step of the bench in an object of its own name: `POST /<object>/<step>` with the step's argument. */
export default {
	async fetch(request, env) {
		const [name = "", step = ""] = new URL(request.url).pathname.slice(1).split("/");
		const stub = env.LOG.getByName(name);
		if (step === "evict") {
			// Ending an instance rejects the call that requested it.
			const hasEnded = await stub.evict().then(
				() => false,
				() => true,
			);
			return new Response(null, { status: hasEnded ? 204 : 500 });
		}
		if (step === "rehearse") return rehearse(stub, await request.json());
		const argument: unknown = await request.json();
		const run: unknown = Reflect.get(stub, step);
		if (typeof run !== "function") return new Response("No such step", { status: 404 });
		return Response.json((await Reflect.apply(run, stub, [argument])) ?? null);
	},
} satisfies ExportedHandler<BenchEnv>;
