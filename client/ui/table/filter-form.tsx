import type { FormEventHandler, ReactNode } from "react";
import { t } from "../../words/made/lists";
import { PlainButton } from "../form/buttons";
import classes from "./filter-panel.module.css";

/** For a select inside: a list elsewhere on the page would count as a click outside, which closes the panel. */
export const filterSelectList = { withinPortal: false } as const;

export function FilterForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
	const submit: FormEventHandler = (event) => {
		event.preventDefault();
		onSubmit();
	};
	return (
		<form noValidate className={classes.form} onSubmit={submit}>
			{children}
			<PlainButton type="submit">{t("filter.apply")}</PlainButton>
		</form>
	);
}
