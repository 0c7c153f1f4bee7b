import type { FormEventHandler, ReactNode } from "react";
import { t } from "../../words/made/lists";
import { PlainButton } from "../form/buttons";
import classes from "./filter-panel.module.css";

/** Keeps a select's list inside the panel: a click on a list elsewhere would count as outside and close the panel. */
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
