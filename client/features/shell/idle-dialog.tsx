import { Button } from "@mantine/core";
import { Dialog } from "../../ui/feedback/dialog";
import { ButtonRow } from "../../ui/form/buttons";
import { hasOpenDialogForm, hasUnsavedChanges } from "../../ui/form/unsaved-changes";
import { t } from "../../words/made/endings";

type IdleDialogProps = { minutes: number; onStay: () => void };

/** However it is closed, its person has read it. */
export function IdleDialog({ minutes, onStay }: IdleDialogProps) {
	return (
		<Dialog title={t("idle.title")} onClose={onStay} withCloseButton={false}>
			<p role="status">{t("idle.text", { minutes })}</p>
			{(hasUnsavedChanges() || hasOpenDialogForm()) && <p>{t("idle.typedStays")}</p>}
			<ButtonRow>
				<Button data-autofocus onClick={onStay}>
					{t("idle.stay")}
				</Button>
			</ButtonRow>
		</Dialog>
	);
}
