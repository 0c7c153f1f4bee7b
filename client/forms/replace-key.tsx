import { type ReactNode, useState } from "react";
import { dayMs, secondMs } from "../../shared/base/durations";
import { sentenceFor } from "../api/api-error";
import { FormFailure } from "../ui/form/buttons";
import classes from "../ui/form/new-key.module.css";
import { Select } from "../ui/form/select";
import { ActionDialogForm } from "./action-dialog";

type ReplaceKeyProps<Replaced> = {
	hasFormer: boolean;
	lookupError?: unknown;
	/** The response holds the key, which no cache may keep. */
	replace: (graceSeconds: number) => Promise<Replaced>;
	onReplaced: (replaced: Replaced) => void;
	onRejected?: (fields: Record<string, string>) => boolean;
	onCancel: () => void;
	isFirst?: boolean;
	children?: ReactNode;
};

export function ReplaceKey<Replaced>(props: ReplaceKeyProps<Replaced>) {
	const { hasFormer, lookupError = null, replace, onReplaced, onRejected, onCancel, isFirst = true, children } = props;
	const [grace, setGrace] = useState(usualGrace);
	const [denied, setDenied] = useState<string>();
	const run = async () => onReplaced(await replace(Number(grace)));
	return (
		<ActionDialogForm
			label="Replace key"
			run={run}
			onClose={onCancel}
			onDone={() => {}}
			onRejected={({ fields }) => {
				setDenied(fields.graceSeconds);
				return onRejected?.(fields) === true || fields.graceSeconds !== undefined;
			}}
		>
			{children}
			<Select
				label="The key in use now"
				data={graceChoices}
				value={grace}
				onChange={setGrace}
				autoFocus={isFirst}
				error={denied}
			/>
			{hasFormer && <p className={classes.help}>The key before that one, which still works, stops at once.</p>}
			{lookupError !== null && <FormFailure failure={sentenceFor(lookupError)} />}
		</ActionDialogForm>
	);
}

const daySeconds = dayMs / secondMs;

export const graceChoices = [
	{ value: "0", label: "Stops at once" },
	{ value: String(daySeconds), label: "Works for 1 day more" },
	{ value: String(7 * daySeconds), label: "Works for 7 days more" },
	{ value: String(30 * daySeconds), label: "Works for 30 days more" },
];

export const usualGrace = String(7 * daySeconds);
