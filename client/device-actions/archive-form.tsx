import { ActionForm, type ActionProps } from "./action-form";
import classes from "./actions.module.css";
import { archiving } from "./direct-changes";

export function ArchiveForm(action: ActionProps) {
	return (
		<ActionForm {...action} {...archiving(action.devices)} verb="Archive" complaint={null}>
			<p className={classes.help}>
				Archived devices leave the lists and receive nothing more. Their readings, groups and rules are kept, and they
				can be restored at any time.
			</p>
		</ActionForm>
	);
}
