import { type ReactNode, useState } from "react";
import { dayMs, secondMs } from "../../shared/base/durations";
import { sentenceFor } from "../api/api-error";
import { FormFailure } from "../ui/form/buttons";
import { Select } from "../ui/form/select";
import layout from "../ui/layout/layouts.module.css";
import { t } from "../words/made/forms";
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
			label={t("key.replace")}
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
				label={t("key.present")}
				data={graceChoices}
				value={grace}
				onChange={setGrace}
				autoFocus={isFirst}
				error={denied}
			/>
			{hasFormer && <p className={layout.wrappedNote}>{t("key.earlier")}</p>}
			{lookupError !== null && <FormFailure failure={sentenceFor(lookupError)} />}
		</ActionDialogForm>
	);
}

const daySeconds = dayMs / secondMs;

export const graceChoices = [
	{ value: "0", label: t("key.atOnce") },
	{ value: String(daySeconds), label: t("key.day") },
	{ value: String(7 * daySeconds), label: t("key.days7") },
	{ value: String(30 * daySeconds), label: t("key.days30") },
];

export const usualGrace = String(7 * daySeconds);
