import { FormButtons, FormFailure } from "../ui/form/buttons";
import { LeaveQuestion } from "../ui/form/leave-question";
import type { EntityForm } from "./entity-form";
import classes from "./form-foot.module.css";

type FormFootProps = {
	entityForm: Pick<EntityForm<never>, "isSaving" | "isDirty" | "failure">;
	saveLabel: string;
	onCancel?: () => void;
	/** What leaving would lose. */
	leaveQuestion?: string;
};

/** The end of every form: what is wrong with it as a whole, the question before leaving, and its buttons. */
export function FormFoot({ entityForm, saveLabel, onCancel, leaveQuestion }: FormFootProps) {
	const { isSaving, isDirty, failure } = entityForm;
	return (
		<div className={classes.foot}>
			<FormFailure failure={failure} />
			<LeaveQuestion
				isDirty={isDirty}
				name="Unsaved changes"
				question={leaveQuestion ?? "What you changed here is not saved. Leave and lose it?"}
			/>
			<FormButtons label={saveLabel} isBusy={isSaving} onCancel={onCancel} />
		</div>
	);
}
