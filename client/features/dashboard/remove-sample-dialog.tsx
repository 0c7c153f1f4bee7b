import { ConfirmDialog } from "../../forms/action-dialog";
import { t } from "../../words/made/dashboard";

export function RemoveSampleDialog({ run, onClose }: { run: () => Promise<void>; onClose: () => void }) {
	return (
		<ConfirmDialog
			isDangerous
			title={t("sample.remove.title")}
			size={440}
			label={t("sample.remove")}
			run={run}
			onClose={onClose}
		>
			<p>{t("sample.remove.effect")}</p>
		</ConfirmDialog>
	);
}
