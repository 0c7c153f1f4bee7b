import { useEffect, useRef, useState } from "react";
import type { ConfirmedPurpose } from "../../shared/session/identity-confirmation";
import { proveBySso } from "../api/prove-by-sso";
import { PlainButton } from "../ui/form/buttons";
import layout from "../ui/layout/layouts.module.css";
import { t } from "../words/made/sso-proof";

type SsoProofButtonProps = {
	purpose: ConfirmedPurpose;
	fault: string | undefined;
	onProof: () => void;
	onFault: (sentence: string) => void;
};

/** Confirms one action of a person who signs in at their company's service. The button stays usable: a tab may be closed. */
export function SsoProofButton({ purpose, fault, onProof, onFault }: SsoProofButtonProps) {
	const [isOpen, setIsOpen] = useState(false);
	const visit = useRef<AbortController>(null);
	useEffect(() => () => visit.current?.abort(), []);
	const prove = async () => {
		visit.current?.abort();
		const begun = new AbortController();
		visit.current = begun;
		setIsOpen(true);
		const proof = await proveBySso({ purpose }, begun.signal);
		if (begun.signal.aborted) return;
		setIsOpen(false);
		if (proof.status === "confirmed") return onProof();
		onFault(proof.status === "blocked" ? t("blocked") : proof.fault);
	};
	return (
		<div>
			<p className={layout.help}>{t("lead")}</p>
			<PlainButton fullWidth onClick={prove}>
				{t(isOpen ? "again" : "use")}
			</PlainButton>
			{isOpen && (
				<p className={layout.help} role="status">
					{t("waiting")}
				</p>
			)}
			{fault !== undefined && (
				<p className={layout.help} role="alert">
					{fault}
				</p>
			)}
		</div>
	);
}
