import { TextInput, type TextInputProps } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../shared/account/account";
import { LimitSessions } from "../../../shared/account/limit-sessions";
import { recordOf } from "../../../shared/base/plain-fields";
import { type SessionLimitName, sessionLimitNames, sessionLimits } from "../../../shared/session/session-limits";
import { accountRecord } from "../../api/account";
import { trpcClient } from "../../api/trpc";
import { ActionDialog, atFields, NotSent } from "../../forms/action-dialog";
import { errorsFrom } from "../../ui/form/schema-errors";
import { t } from "../../words/made/account";

type SessionLimitsDialogProps = {
	account: Pick<CurrentAccount, "sessionLimits" | "isIdleMeasured">;
	onClose: () => void;
};

export function SessionLimitsDialog({ account, onClose }: SessionLimitsDialogProps) {
	const { sessionLimits: present, isIdleMeasured = false } = account;
	const [typed, setTyped] = useState(recordOf(sessionLimitNames, (name) => String(present?.[name] ?? "")));
	const [errors, setErrors] = useState<Record<string, string>>({});
	const queryClient = useQueryClient();
	const save = async () => {
		const input = recordOf(sessionLimitNames, (name) => numberIn(typed[name]));
		const found = errorsFrom(LimitSessions, input);
		setErrors(found);
		if (Object.keys(found).length > 0) throw new NotSent();
		const saved = await trpcClient.account.limitSessions.mutate(input);
		queryClient.setQueryData(accountRecord().queryKey, (known) => known && { ...known, ...saved });
		toast.success(t("limits.saved"));
	};
	const field = (name: SessionLimitName) => ({
		inputMode: "numeric" as const,
		value: typed[name],
		error: errors[name],
		onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
			setTyped({ ...typed, [name]: currentTarget.value });
			setErrors({});
		},
	});
	const texts: Record<SessionLimitName, TextInputProps> = {
		idleMinutes: {
			label: t("limits.idle"),
			description: isIdleMeasured ? t("limits.idle.help", sessionLimits.idleMinutes) : t("limits.idle.off"),
			disabled: !isIdleMeasured && typed.idleMinutes === "",
		},
		sessionHours: { label: t("limits.hours"), description: t("limits.hours.help", sessionLimits.sessionHours) },
	};
	return (
		<ActionDialog
			title={t("limits.title")}
			label={t("save")}
			run={save}
			onRejected={atFields(setErrors)}
			onClose={onClose}
		>
			{sessionLimitNames.map((name) => (
				<TextInput key={name} {...texts[name]} {...field(name)} />
			))}
			<p>{t("limits.help")}</p>
		</ActionDialog>
	);
}

/** Not a number: an error at the field. */
function numberIn(text: string): number | null {
	const trimmed = text.trim();
	if (trimmed === "") return null;
	return /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
