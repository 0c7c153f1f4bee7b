import { type FormEvent, type ReactNode, useState } from "react";
import { readFailure, sentenceFor } from "../api/api-error";
import { FormButtons, FormFailure } from "../ui/form/buttons";
import classes from "../ui/form/new-key.module.css";
import { Select } from "../ui/form/select";
import graceSelectStyles from "./replace-key.module.css";

type ReplaceKeyProps = {
	replacing: { isPending: boolean; error: unknown };
	hasFormer: boolean;
	lookupError?: unknown;
	shownFields?: string[];
	onReplace: (graceSeconds: number) => void;
	onCancel: () => void;
	children?: ReactNode;
};

export function ReplaceKey(props: ReplaceKeyProps) {
	const { replacing, hasFormer, lookupError = null, shownFields = [], onReplace, onCancel, children } = props;
	const [grace, setGrace] = useState(usualGrace);
	const fields = readFailure(replacing.error).fields;
	const failure = lookupError ?? replacing.error;
	const isAtField = [...shownFields, "graceSeconds"].some((name) => fields[name] !== undefined);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (!replacing.isPending) onReplace(Number(grace));
	};
	return (
		<form noValidate className={classes.view} onSubmit={submit}>
			{children}
			<GraceSelect
				value={grace}
				onChange={setGrace}
				hasFormer={hasFormer}
				error={fields.graceSeconds}
				autoFocus={shownFields.length === 0}
			/>
			<FormFailure failure={failure === null || isAtField ? null : sentenceFor(failure)} />
			<FormButtons label="Replace key" isBusy={replacing.isPending} onCancel={onCancel} />
		</form>
	);
}

type GraceSelectProps = {
	/** Seconds, as text. */
	value: string;
	onChange: (value: string) => void;
	hasFormer: boolean;
	error: string | undefined;
	autoFocus?: boolean;
};

function GraceSelect({ value, onChange, hasFormer, error, autoFocus = false }: GraceSelectProps) {
	return (
		<>
			<Select
				label="The key in use now"
				data={graceChoices}
				value={value}
				onChange={onChange}
				autoFocus={autoFocus}
				error={error}
			/>
			{hasFormer && (
				<p className={graceSelectStyles.help}>The key before that one, which still works, stops at once.</p>
			)}
		</>
	);
}

const daySeconds = 24 * 60 * 60;

/** The values are seconds. */
export const graceChoices = [
	{ value: "0", label: "Stops at once" },
	{ value: String(daySeconds), label: "Works for 1 day more" },
	{ value: String(7 * daySeconds), label: "Works for 7 days more" },
	{ value: String(30 * daySeconds), label: "Works for 30 days more" },
];

export const usualGrace = String(7 * daySeconds);
