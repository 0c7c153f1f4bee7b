import { useEffect, useRef, useState } from "react";
import type { Contact, CreateContact } from "../../../../shared/contact";
import { limits } from "../../../../shared/limits";
import { sentenceFor } from "../../../api/api-error";
import { trpcClient } from "../../../api/trpc";
import { callsOf } from "../../../forms/file-import/calls-of";
import { useRefreshContacts } from "../contact-calls";

type Line = { line: number; contact: CreateContact };
type Outcome = { kind: "added" } | { kind: "refused"; fields: Record<string, string> };
type Progress = { done: number; total: number };

const factsOf = ({ fullName, email, phone }: Pick<Contact, "fullName" | "email" | "phone">) =>
	JSON.stringify([fullName.trim(), email?.trim() ?? null, phone]);

/** Outcomes are kept when the import stops half-way. */
export function useContactImport(knownIds: ReadonlySet<string>) {
	const refresh = useRefreshContacts();
	const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
	const [progress, setProgress] = useState<Progress | null>(null);
	const [failure, setFailure] = useState<string | null>(null);
	const isStopped = useRef(false);
	useEffect(() => {
		isStopped.current = false;
		return () => {
			isStopped.current = true;
		};
	}, []);

	/** Lines of a call whose answer was lost, found among the contacts that are new since the file was opened. */
	async function arrivedOf(lines: readonly Line[]): Promise<Map<number, Outcome>> {
		const contacts = await trpcClient.account.getContacts.query();
		const counts = new Map<string, number>();
		for (const contact of contacts) {
			if (knownIds.has(contact.id)) continue;
			counts.set(factsOf(contact), (counts.get(factsOf(contact)) ?? 0) + 1);
		}
		const arrived = new Map<number, Outcome>();
		for (const { line, contact } of lines) {
			const count = counts.get(factsOf(contact)) ?? 0;
			if (count === 0) continue;
			counts.set(factsOf(contact), count - 1);
			arrived.set(line, { kind: "added" });
		}
		return arrived;
	}

	async function start(lines: readonly Line[]): Promise<void> {
		isStopped.current = false;
		setFailure(null);
		setProgress({ done: 0, total: lines.length });
		try {
			const before = failure === null ? new Map(outcomes) : await arrivedOf(lines);
			const open = lines.filter(({ line }) => before.get(line)?.kind !== "added");
			let known = new Map([...outcomes, ...before]);
			setOutcomes(known);
			setProgress({ done: lines.length - open.length, total: lines.length });
			for (const call of callsOf(open, limits.contactsPerCreation, ({ contact }) => contact)) {
				if (isStopped.current) break;
				const answers = await trpcClient.contact.createContacts.mutate({
					contacts: call.map(({ contact }) => contact),
				});
				known = new Map(known);
				for (const [index, { line }] of call.entries()) {
					const answer = answers[index];
					if (answer && "fields" in answer) known.set(line, { kind: "refused", fields: answer.fields });
					else known.set(line, { kind: "added" });
				}
				setOutcomes(known);
				setProgress((current) => current && { ...current, done: current.done + call.length });
			}
		} catch (error) {
			setFailure(sentenceFor(error));
		}
		setProgress(null);
		await refresh();
	}

	const stop = () => {
		isStopped.current = true;
	};
	return { outcomes, progress, failure, start, stop };
}
