import { useState } from "react";
import { toast } from "sonner";
import { AddOverride, type RosterDetails } from "../../../shared/duty/roster";
import type { Contact } from "../../../shared/message/contact";
import { trpcClient } from "../../api/trpc";
import { ActionDialog, atFields, NotSent } from "../../forms/action-dialog";
import { undoToast } from "../../forms/undo-toast";
import { MomentField } from "../../ui/form/moment-field";
import { errorsFrom } from "../../ui/form/schema-errors";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { typedInstant } from "../../ui/time/typed-moment";
import { t } from "../../words/made/duty";
import { useRefreshRosters } from "./use-refresh-rosters";

type Undoable = { message: string; undoId: string | undefined; refresh: () => Promise<void> };

export function undoable({ message, undoId, refresh }: Undoable): void {
	if (undoId === undefined) {
		toast.success(message);
		return;
	}
	const onUndo = async () => {
		const { restored } = await trpcClient.account.undo.mutate({ undoId });
		await refresh();
		return restored > 0 ? t("undone") : t("undone.late");
	};
	undoToast({ message, onUndo });
}

type OverrideDialogProps = { roster: RosterDetails; contacts: Contact[]; onClose: () => void };

/** People of the roster come first. Times are by the roster's clock. */
export function OverrideDialog({ roster, contacts, onClose }: OverrideDialogProps) {
	const { id: rosterId, zone, people } = roster;
	const refresh = useRefreshRosters();
	const [typed, setTyped] = useState({ contactId: "", from: "", to: "" });
	const [errors, setErrors] = useState<Record<string, string>>({});
	const own = new Set(people.map(({ id }) => id));
	const sorted = [...contacts.filter(({ id }) => own.has(id)), ...contacts.filter(({ id }) => !own.has(id))];
	const options = useSteadyOptions(sorted.map(({ id, fullName }) => ({ value: id, label: fullName })));
	const change = (changes: Partial<typeof typed>) => {
		setTyped((before) => ({ ...before, ...changes }));
		setErrors({});
	};
	const run = async () => {
		const from = typed.from.trim() === "" ? Date.now() : (typedInstant(zone, typed.from) ?? Number.NaN);
		const input = { rosterId, contactId: typed.contactId, from, to: typedInstant(zone, typed.to) ?? Number.NaN };
		const faults = errorsFrom(AddOverride, input);
		if (typed.contactId === "") faults.contactId = t("substitution.choose");
		setErrors(faults);
		if (Object.keys(faults).length > 0) throw new NotSent();
		const { undoId } = await trpcClient.contact.addOverride.mutate(input);
		await refresh();
		undoable({ message: t("substitution.added"), undoId, refresh });
	};
	const moment = (name: "from" | "to", label: string, description: string) => (
		<MomentField
			label={label}
			description={description}
			zone={zone}
			value={typed[name]}
			error={errors[name]}
			onChange={(text) => change({ [name]: text })}
		/>
	);
	return (
		<ActionDialog
			title={t("substitution.add")}
			size={520}
			label={t("substitution.save")}
			run={run}
			onClose={onClose}
			onRejected={atFields(setErrors)}
		>
			<p>{t("substitution.lead")}</p>
			<Select
				label={t("substitution.who")}
				data-autofocus
				searchable
				limit={100}
				{...options}
				value={typed.contactId}
				error={errors.contactId}
				onChange={(contactId) => change({ contactId })}
			/>
			{moment("from", t("substitution.from"), t("substitution.fromNow", { zone }))}
			{moment("to", t("substitution.to"), t("substitution.clock", { zone }))}
		</ActionDialog>
	);
}
