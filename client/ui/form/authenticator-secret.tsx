import { useState } from "react";
import { encode } from "uqr";
import { t } from "../../words/made/common";
import classes from "./authenticator-secret.module.css";
import { PlainButton } from "./buttons";

type AuthenticatorSecretProps = {
	secret: string;
	uri: string;
};

export function AuthenticatorSecret({ secret, uri }: AuthenticatorSecretProps) {
	const { path, size } = qrPath(uri);
	return (
		<div className={classes.secret} data-sentry-block>
			<svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
				<title>{t("authenticator.qrCode")}</title>
				<path d={path} />
			</svg>
			<div className={classes.byHand}>
				<p>{t("authenticator.scan")}</p>
				<code>{inFours(secret)}</code>
				<div className={classes.actions}>
					<CopyButton text={secret} />
					{uri.startsWith("otpauth://") && (
						<a className={classes.open} href={uri}>
							{t("authenticator.open")}
						</a>
					)}
				</div>
			</div>
		</div>
	);
}

function CopyButton({ text }: { text: string }) {
	const [isCopied, setIsCopied] = useState(false);
	// A plain-http intranet address has no clipboard; the key can still be selected.
	if (!navigator.clipboard) return null;
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(text);
			setIsCopied(true);
		} catch {
			setIsCopied(false);
		}
	};
	return (
		<PlainButton size="xs" onClick={copy} aria-live="polite">
			{isCopied ? t("copied") : t("copyKey")}
		</PlainButton>
	);
}

export function inFours(key: string): string {
	return key.match(/.{1,4}/g)?.join(" ") ?? "";
}

/** Light modules around the code that a reader needs to find it (ISO/IEC 18004). */
const quietModules = 4;

/** One unit per module; `size` includes the quiet zone. */
export function qrPath(text: string): { path: string; size: number } {
	const { data, size } = encode(text, { ecc: "M", border: quietModules });
	const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
	return { path: squares.join(""), size };
}
