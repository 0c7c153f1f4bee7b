import { type FormEvent, type ReactNode, useState } from "react";
import { readFailure, sentenceFor } from "../api/api-error";
import { FormButtons } from "../ui/form-buttons";
import { FormFailure } from "../ui/form-failure";
import { usualGrace } from "../ui/grace-choices";
import { GraceSelect } from "../ui/grace-select";
import classes from "../ui/new-key.module.css";

type ReplaceKeyProps = {
	replacing: { isPending: boolean; error: unknown };
	/** There is a key before the one in use that still works. */
	hasFormer: boolean;
	/** Why it cannot be known what is replaced. */
	lookupError?: unknown;
	/** Fields among the children, which show themselves what is wrong with them. */
	shownFields?: string[];
	onReplace: (graceSeconds: number) => void;
	onCancel: () => void;
	/** What stands above; without fields there, the choice of the grace takes the focus. */
	children?: ReactNode;
};

/** Asks how long the key in use goes on working beside another one. */
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
