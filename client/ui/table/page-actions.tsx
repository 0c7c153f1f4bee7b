import { useScreenCommands } from "../../base/screen-commands";
import { GuardedButton } from "../form/guarded-button";
import type { RowAction } from "./row-menu";

type PageActionsProps = { name: string; actions: RowAction[] };

/** What can be done with what a page is about: its buttons, and the same as commands of the search. */
export function PageActions({ name, actions }: PageActionsProps) {
	useScreenCommands(() => actions.map(({ id, label, refusal, onRun }) => ({ id, label, note: name, refusal, onRun })));
	return actions.map(({ id, label, icon, isDangerous, refusal = null, onRun }) => (
		<GuardedButton key={id} refusal={refusal} icon={icon} look={isDangerous ? "danger" : "plain"} onClick={onRun}>
			{label.replace("…", "")}
		</GuardedButton>
	));
}
