import * as z from "zod/mini";
import { CurrentAccount } from "../../shared/account/account";
import { assertThat, type Check } from "./check";
import { assertStatus, dataOrThrow, errorOrThrow } from "./expect-answer";
import { queries, queriesById } from "./queries";

const Rows = z.array(z.looseObject({ id: z.string() }));

export const queryChecks: Check[] = [
	...queries.map(
		({ procedure, input, shape }): Check => ({
			name: procedure,
			async run({ probe }) {
				const answer = await probe.query([[procedure, input]]);
				dataOrThrow(answer, 0, shape);
				assertStatus(answer, 200);
				return null;
			},
		}),
	),
	...queriesById.map(
		({ procedure, list, key, shape }): Check => ({
			name: procedure,
			async run({ probe }) {
				const [row] = dataOrThrow(await probe.query([[list]]), 0, Rows);
				if (!row) return { notChecked: `${list} is empty` };
				const answer = await probe.query([[procedure, { [key]: row.id }]]);
				const { id } = dataOrThrow(answer, 0, z.looseObject({ id: z.string() }));
				dataOrThrow(answer, 0, shape);
				assertStatus(answer, 200);
				assertThat(id === row.id, `answered ${id} when asked for ${row.id}`);
				return null;
			},
		}),
	),
	...queriesById.map(
		({ procedure, key, unknownId }): Check => ({
			name: `${procedure}: an unknown id is NOT_FOUND`,
			async run({ probe }) {
				const answer = await probe.query([[procedure, { [key]: unknownId }]]);
				errorOrThrow(answer, 0, "NOT_FOUND");
				assertStatus(answer, 404);
				return null;
			},
		}),
	),
	{
		name: "dates travel as superjson's dates",
		async run({ probe }) {
			const answer = await probe.query([["account.getCurrent"]]);
			const [call] = answer.calls;
			dataOrThrow(answer, 0, CurrentAccount);
			const meta = call?.kind === "data" ? JSON.stringify(call.wire.meta ?? {}) : "";
			assertThat(meta.includes('"createdAt":["Date"]'), "createdAt is not marked as a date");
			return null;
		},
	},
];
