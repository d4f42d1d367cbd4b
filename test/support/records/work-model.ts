// A model of a work packet, written independently of the transition table: steps second by second, without a
// database.

export const DURATIONS = { claim: 600, review: 1200, packet: 5000 };

interface Claim {
  readonly scope: string;
  readonly by: string;
  readonly from: string;
  fence: number;
  version: number;
  ends: number;
  held: boolean;
}

interface SubmissionModel {
  readonly scope: string;
  readonly by: string;
  readonly ends: number;
  readonly reviewers: Set<string>;
  independent: number;
  status: string;
  /** Whether the operator has hidden it. */
  hidden: boolean;
}

interface Scope {
  state: string;
  fence: number;
  claim: number | null;
  submission: number | null;
}

/** Optional arguments of a submission. */
export interface SubmitArguments {
  readonly fence?: number;
  readonly version?: number;
  readonly candidate: boolean;
}

/** A packet with scopes `a` and `b`. Every call returns a refusal code, or null when it succeeds. */
export class WorkModel {
  readonly scopes: Record<string, Scope> = {};
  readonly claims: Claim[] = [];
  readonly submissions: SubmissionModel[] = [];
  /** `kind second`, in order. */
  readonly events: string[] = [];
  readonly operators: Readonly<Record<string, string | undefined>>;
  readonly requiredReviews: number;
  status = 'open';
  version = 1;
  now = 0;

  constructor(requiredReviews: number, operators: Readonly<Record<string, string | undefined>>) {
    this.requiredReviews = requiredReviews;
    this.operators = operators;
    for (const name of ['a', 'b'])
      this.scopes[name] = { state: 'open', fence: 0, claim: null, submission: null };
  }

  #write(kind: string): void {
    this.events.push(`${kind} ${this.now}`);
  }

  advance(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      this.now++;
      this.#tick();
    }
  }

  #tick(): void {
    if (this.status !== 'open') return;
    if (this.now === DURATIONS.packet) {
      this.#end('expired', 'packet.expired');
      return;
    }
    for (const scope of Object.values(this.scopes)) {
      const claim = this.claims[scope.claim ?? -1];
      const submission = this.submissions[scope.submission ?? -1];
      if (scope.state === 'claimed' && claim && claim.ends === this.now) {
        this.#write('claim.expired');
        claim.held = false;
        scope.state = claim.from;
      } else if (scope.state === 'submitted' && submission && submission.ends === this.now) {
        this.#write('submission.lapsed');
        submission.status = 'lapsed';
        scope.state = 'open';
      }
    }
  }

  #end(status: string, kind: string): void {
    this.status = status;
    this.#write(kind);
    for (const scope of Object.values(this.scopes)) {
      const claim = this.claims[scope.claim ?? -1];
      const submission = this.submissions[scope.submission ?? -1];
      if (scope.state === 'claimed' && claim) [scope.state, claim.held] = [claim.from, false];
      else if (scope.state === 'submitted' && submission)
        [scope.state, submission.status] = ['open', 'lapsed'];
    }
  }

  claim(by: string, name: string, version: number | undefined): string | null {
    const scope = this.scopes[name]!;
    if (this.status !== 'open') return 'state_conflict';
    if (version !== undefined && version !== this.version) return 'version_conflict';
    if (scope.state === 'submitted' || scope.state === 'accepted') return 'state_conflict';
    const ends = Math.min(this.now + DURATIONS.claim, DURATIONS.packet);
    if (scope.state === 'claimed') {
      const claim = this.claims[scope.claim!]!;
      if (claim.by !== by) return 'claim_held';
      Object.assign(claim, { ends, version: this.version });
      this.#write('claim.renewed');
      return null;
    }
    const from = scope.state;
    scope.fence++;
    scope.state = 'claimed';
    scope.claim = this.claims.length;
    this.claims.push({ scope: name, by, from, fence: scope.fence, version: this.version, ends, held: true });
    this.#write('claim.granted');
    return null;
  }

  renewOrRelease(call: 'renew' | 'release', by: string, index: number, fence: number): string | null {
    const claim = this.claims[index]!;
    if (this.status !== 'open') return 'state_conflict';
    if (!claim.held || claim.by !== by || claim.fence !== fence) return 'claim_lost';
    if (call === 'renew') claim.ends = Math.min(this.now + DURATIONS.claim, DURATIONS.packet);
    else {
      claim.held = false;
      this.scopes[claim.scope]!.state = 'open';
    }
    this.#write(call === 'renew' ? 'claim.renewed' : 'claim.released');
    return null;
  }

  submit(by: string, index: number, submitArguments: SubmitArguments): string | null {
    const claim = this.claims[index]!;
    const scope = this.scopes[claim.scope]!;
    const refusal = this.#refusalOf(by, index, submitArguments);
    if (refusal !== null) return refusal;
    if (scope.claim !== index || claim.version !== this.version) {
      if (!submitArguments.candidate) return claim.held ? 'version_conflict' : 'claim_lost';
      this.#addSubmission(claim.scope, by, 'candidate');
      this.#write('submission.candidate');
      return null;
    }
    if ((submitArguments.version ?? this.version) !== this.version) return 'version_conflict';
    if (!claim.held) {
      claim.fence = ++scope.fence;
      this.#write('claim.regranted');
    }
    claim.held = false;
    scope.state = 'submitted';
    scope.submission = this.submissions.length;
    this.#addSubmission(claim.scope, by, 'pending');
    this.#write('submission.created');
    return null;
  }

  /** The refusal code of a submission, whether its claim is current or not; null for none. */
  #refusalOf(by: string, index: number, { fence }: SubmitArguments): string | null {
    const claim = this.claims[index]!;
    const scope = this.scopes[claim.scope]!;
    if (this.status !== 'open') return 'state_conflict';
    if (claim.by !== by) return 'claim_lost';
    if (scope.state === 'accepted') return 'state_conflict';
    if ((fence ?? claim.fence) !== claim.fence) return 'claim_lost';
    return scope.claim === index && scope.state === 'submitted' ? 'state_conflict' : null;
  }

  #addSubmission(scope: string, by: string, status: string): void {
    const ends = Math.min(this.now + DURATIONS.review, DURATIONS.packet);
    this.submissions.push({ scope, by, status, ends, reviewers: new Set(), independent: 0, hidden: false });
  }

  review(by: string, index: number): string | null {
    const submission = this.submissions[index]!;
    if (submission.hidden) return submission.by === by ? 'state_conflict' : 'not_found';
    if (submission.by === by) return 'self_review';
    if (this.status !== 'open' || submission.status !== 'pending') return 'state_conflict';
    if (submission.reviewers.has(by)) return 'already_reviewed';
    submission.reviewers.add(by);
    const [ownOperator, otherOperator] = [this.operators[by], this.operators[submission.by]];
    if (by !== 'ada' && (ownOperator === undefined || ownOperator !== otherOperator))
      submission.independent++;
    this.#write('review.created');
    return null;
  }

  /** The operator hides a submission: if it is pending, it lapses. */
  hide(index: number): null {
    const submission = this.submissions[index]!;
    submission.hidden = true;
    if (submission.status !== 'pending') return null;
    submission.status = 'lapsed';
    this.scopes[submission.scope]!.state = 'open';
    this.#write('submission.lapsed');
    return null;
  }

  dispose(by: string, action: string, index: number, version: number | undefined): string | null {
    const submission = action === 'close' ? undefined : this.submissions[index];
    if (submission?.hidden) return submission.by === by ? 'state_conflict' : 'not_found';
    if (by !== 'ada') return 'not_creator';
    if (this.status !== 'open') return 'state_conflict';
    if (action !== 'close' && !this.#decidable(action, index)) return 'state_conflict';
    if ((version ?? this.version) !== this.version) return 'version_conflict';
    if (action === 'close') this.#end('closed', 'disposition.closed');
    else this.#decide(action, this.submissions[index]!);
    return null;
  }

  #decidable(action: string, index: number): boolean {
    const { status, independent } = this.submissions[index]!;
    return status === 'pending' && (action === 'repair' || independent >= this.requiredReviews);
  }

  #decide(action: string, submission: SubmissionModel): void {
    const scope = this.scopes[submission.scope]!;
    scope.state = { accept: 'accepted', reject: 'open', repair: 'repair' }[action] ?? '';
    submission.status = { accept: 'accepted', reject: 'rejected', repair: 'repair' }[action] ?? '';
    if (action === 'repair') this.version++;
    this.#write(`disposition.${submission.status}`);
    if (Object.values(this.scopes).every(({ state }) => state === 'accepted')) this.status = 'accepted';
  }
}
