import { useState } from "react";
import type { ConfirmedPurpose } from "../../shared/session/identity-confirmation";
import { useAuthConfig } from "../api/auth-config";
import { canUsePasskeys, type PasskeyProof, proveByPasskey } from "../api/passkey-api";
import { PlainButton } from "../ui/form/buttons";
import { t } from "../words/made/passkey";

type PasskeyButtonProps = {
	purpose: ConfirmedPurpose;
	isBusy?: boolean;
	onProof: (proof: PasskeyProof) => void;
	onFault: (sentence: string) => void;
};

/** Confirms one action of the signed-in user by a passkey. Absent where this address or browser has none. */
export function PasskeyButton({ purpose, isBusy = false, onProof, onFault }: PasskeyButtonProps) {
	const isOffered = useAuthConfig()?.hasPasskeys === true;
	const [isOpen, setIsOpen] = useState(false);
	if (!isOffered || !canUsePasskeys()) return null;
	const prove = async () => {
		if (isOpen || isBusy) return;
		setIsOpen(true);
		const proven = await proveByPasskey({ purpose });
		setIsOpen(false);
		if (proven.ok) return onProof(proven.value);
		onFault("failure" in proven ? proven.failure.shown : t(proven.fault === "closed" ? "closed" : "failed"));
	};
	return (
		<PlainButton fullWidth loading={isOpen || isBusy} onClick={prove}>
			{t("use")}
		</PlainButton>
	);
}
