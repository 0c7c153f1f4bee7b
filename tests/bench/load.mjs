import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";

const clockTicksPerSecond =
	process.platform === "linux" ? Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" })) : null;

/** CPU seconds a process has used so far. Some Linux counts nanoseconds of each thread, another hundredths, as `ps` does. */
export function cpuSeconds(pid) {
	const threads = existsSync(`/proc/${pid}/schedstat`) ? readdirSync(`/proc/${pid}/task`) : [];
	if (threads.length > 0) {
		const nanosOf = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]);
		return threads.reduce((sum, thread) => sum + nanosOf(thread), 0) / 1e9;
	}
	if (clockTicksPerSecond !== null) {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
	}
	const text = execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }).trim();
	return text.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

/** Returns requests per second and CPU µs per request of the serving processes. Throws on an unexpected response. */
export async function measure({ name, url, headers = {}, method = "GET", body, seconds, pids }) {
	const options = { url, method, headers, body, connections: 8, pipelining: 1 };
	await autocannon({ ...options, duration: 1 });
	const before = pids.map(cpuSeconds);
	const result = await autocannon({ ...options, duration: seconds });
	const usedMicros = pids.reduce((sum, pid, index) => sum + cpuSeconds(pid) - before[index], 0) * 1e6;
	if (result.non2xx > 0 || result.errors > 0 || result["2xx"] === 0) {
		throw new Error(`${name}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
	}
	return { name, requestsPerSecond: result.requests.average, cpuMicros: usedMicros / result["2xx"] };
}
