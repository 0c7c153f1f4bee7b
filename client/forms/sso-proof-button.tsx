import { useEffect, useRef, useState } from "react";
import type { ConfirmedPurpose } from "../../shared/session/identity-confirmation";
import { proveBySso } from "../api/prove-by-sso";
import { PlainButton } from "../ui/form/buttons";
import { t } from "../words/made/sso-proof";
import classes from "./identity-proof.module.css";

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
			<p className={classes.note}>{t("lead")}</p>
			<PlainButton fullWidth onClick={prove}>
				{t(isOpen ? "again" : "use")}
			</PlainButton>
			{isOpen && (
				<p className={classes.note} role="status">
					{t("waiting")}
				</p>
			)}
			{fault !== undefined && (
				<p className={classes.note} role="alert">
					{fault}
				</p>
			)}
		</div>
	);
}
