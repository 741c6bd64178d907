<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
<context>
    <name>Alerts</name>
    <message>
        <source>There is no program %1 that can be run.</source>
        <translation>실행할 수 있는 프로그램 %1이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The file %1 cannot be read.</source>
        <translation>파일 %1을(를) 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Others can read the file %1: run chmod 600 on it.</source>
        <translation>다른 사용자가 파일 %1을(를) 읽을 수 있습니다. chmod 600을 실행하세요.</translation>
    </message>
    <message>
        <source>Write http://HOST/PATH, https://HOST/PATH, or @FILE.</source>
        <translation>http://HOST/PATH, https://HOST/PATH 또는 @FILE 형식으로 입력하세요.</translation>
    </message>
    <message>
        <source>The address holds a password, which is not saved: write it into a file of yours, and @FILE here.</source>
        <translation>주소에 저장하지 않는 비밀번호가 있습니다. 주소를 본인의 파일에 쓰고 여기에는 @FILE을 입력하세요.</translation>
    </message>
</context>
<context>
    <name>ClassroomLanes</name>
    <message>
        <source>admitted</source>
        <translation>허용</translation>
    </message>
    <message>
        <source>%1 admitted</source>
        <translation>%1 허용</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>거부</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 거부</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>사용 중</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>충돌</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>오래됨</translation>
    </message>
    <message>
        <source>not the owner</source>
        <translation>소유자 아님</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>만료</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>중복</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>waits for the lock</source>
        <translation>잠금 대기</translation>
    </message>
    <message>
        <source>cooling</source>
        <translation>냉각</translation>
    </message>
    <message>
        <source>frozen by hand at %1 s</source>
        <translation>%1초에 직접 얼림</translation>
    </message>
    <message>
        <source>frozen at %1 s</source>
        <translation>%1초에 얼림</translation>
    </message>
    <message>
        <source>hung by hand at %1 s</source>
        <translation>%1초에 직접 멈춤</translation>
    </message>
    <message>
        <source>hangs since %1 s</source>
        <translation>%1초부터 멈춤</translation>
    </message>
    <message>
        <source>cut off at %1 s</source>
        <translation>%1초에 연결 끊김</translation>
    </message>
    <message>
        <source>slow since %1 s</source>
        <translation>%1초부터 느림</translation>
    </message>
    <message>
        <source>gone at %1 s</source>
        <translation>%1초에 사라짐</translation>
    </message>
    <message>
        <source>crashed by hand at %1 s</source>
        <translation>%1초에 직접 강제 종료</translation>
    </message>
    <message>
        <source>crashed at %1 s</source>
        <translation>%1초에 강제 종료</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>토큰 %1</translation>
    </message>
    <message>
        <source>its lease is over, and it does not know</source>
        <translation>임대가 끝났지만 소유자는 모름</translation>
    </message>
    <message>
        <source>expired, nobody has taken it</source>
        <translation>만료되었고 아무도 가져가지 않음</translation>
    </message>
    <message>
        <source>closing: nobody has renewed it</source>
        <translation>만료 임박: 아무도 연장하지 않음</translation>
    </message>
    <message>
        <source>%1, %2 to %3 s</source>
        <translation>%1, %2~%3초</translation>
    </message>
    <message>
        <source>lock %1</source>
        <translation>잠금 %1</translation>
    </message>
    <message>
        <source>fence %1</source>
        <translation>펜스 %1</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>행 %1</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>작업 %1</translation>
    </message>
    <message>
        <source>outbox</source>
        <translation>아웃박스</translation>
    </message>
    <message>
        <source>draw %1</source>
        <translation>추첨 %1</translation>
    </message>
    <message>
        <source>owner %1</source>
        <translation>소유자 %1</translation>
    </message>
    <message>
        <source>%1 at %2 s</source>
        <translation>%1, %2초</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1초</translation>
    </message>
    <message>
        <source>%1: 0 rows</source>
        <translation>%1: 0행</translation>
    </message>
    <message>
        <source>released once, holds are left</source>
        <translation>한 번 반납했지만 보유가 남음</translation>
    </message>
    <message>
        <source>joined from %1</source>
        <translation>%1에서 참여</translation>
    </message>
    <message>
        <source>message %1</source>
        <translation>메시지 %1</translation>
    </message>
    <message>
        <source>unguarded</source>
        <translation>보호 없음</translation>
    </message>
    <message>
        <source>never</source>
        <translation>없음</translation>
    </message>
</context>
<context>
    <name>CommandLayout</name>
    <message>
        <source>before it, in the same transaction:</source>
        <translation>그 앞, 같은 트랜잭션에서:</translation>
    </message>
    <message>
        <source>after it:</source>
        <translation>그 뒤:</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Export table</source>
        <translation>표 내보내기</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation>%1을(를) 쓰지 못했습니다: %2</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln row(s) to %1.</source>
        <translation>
            <numerusform>행 %Ln개를 %1(으)로 내보냈습니다.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FaultRules</name>
    <message>
        <source>This is a recording, and nothing runs. Start the lesson again (R) to try that.</source>
        <translation>기록을 보고 있어 아무것도 실행되지 않습니다. 해 보려면 수업을 다시 시작하세요(R).</translation>
    </message>
    <message>
        <source>No lesson is open.</source>
        <translation>열린 수업이 없습니다.</translation>
    </message>
    <message>
        <source>Choose the lane of an actor first.</source>
        <translation>먼저 참여자의 레인을 고르세요.</translation>
    </message>
    <message>
        <source>The lesson is being made ready.</source>
        <translation>수업을 준비하고 있습니다.</translation>
    </message>
    <message>
        <source>The lesson is over. Step back to the moment at which that is to happen.</source>
        <translation>수업이 끝났습니다. 그 일이 일어나야 할 순간으로 되돌아가세요.</translation>
    </message>
    <message>
        <source>Somebody has joined from elsewhere, so that the past cannot be run again. Step to the end first.</source>
        <translation>다른 컴퓨터에서 참여한 사람이 있어 지난 일을 다시 실행할 수 없습니다. 먼저 끝까지 가세요.</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1은(는) 이제 없습니다.</translation>
    </message>
    <message>
        <source>%1 is not frozen.</source>
        <translation>%1은(는) 얼어 있지 않습니다.</translation>
    </message>
    <message>
        <source>%1 is not cut off.</source>
        <translation>%1은(는) 연결이 끊겨 있지 않습니다.</translation>
    </message>
    <message>
        <source>%1 is frozen. Thaw it first.</source>
        <translation>%1은(는) 얼어 있습니다. 먼저 녹이세요.</translation>
    </message>
    <message>
        <source>%1 is cut off already.</source>
        <translation>%1은(는) 이미 연결이 끊겨 있습니다.</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Expired, silent, starving and dead things appear here, worst first, with the rows that prove them.</source>
        <translation>만료, 응답 없음, 기아, 실패 확정 항목이 심각한 순서로, 근거가 되는 행과 함께 여기에 표시됩니다.</translation>
    </message>
    <message>
        <source>What needs somebody there is not known until they answer.</source>
        <translation>응답하기 전에는 무엇을 조치해야 하는지 알 수 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s), worst first</source>
        <translation>
            <numerusform>발견 사항 %Ln건, 심각한 순</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln acknowledged</source>
        <translation>
            <numerusform>%Ln건 확인됨</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln muted</source>
        <translation>
            <numerusform>%Ln건 숨김</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the &amp;Row</source>
        <translation>행으로 이동(&amp;R)</translation>
    </message>
</context>
<context>
    <name>LaneAxis</name>
    <message>
        <source>%1 d</source>
        <translation>%1일</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1시간</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1초</translation>
    </message>
    <message>
        <source>now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>0 s</source>
        <translation>0초</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1ms</translation>
    </message>
</context>
<context>
    <name>Lanes</name>
    <message>
        <source>%1, taken over</source>
        <translation>%1, 인계됨</translation>
    </message>
    <message>
        <source>late write refused</source>
        <translation>늦은 쓰기 거부</translation>
    </message>
    <message>
        <source>lease lost</source>
        <translation>임대 상실</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>종료</translation>
    </message>
    <message>
        <source>lease ran out</source>
        <translation>임대 만료</translation>
    </message>
    <message>
        <source>%1 is somebody else&apos;s now</source>
        <translation>%1: 이제 다른 소유자의 것</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>강제 종료됨</translation>
    </message>
    <message>
        <source>frozen by you</source>
        <translation>직접 얼림</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Classroom</source>
        <translation>교실</translation>
    </message>
    <message>
        <source>There are no lessons here.</source>
        <translation>수업이 없습니다.</translation>
    </message>
    <message>
        <source>This program was built without them: they need yaml-cpp.</source>
        <translation>이 프로그램은 수업 없이 빌드되었습니다. 수업에는 yaml-cpp가 필요합니다.</translation>
    </message>
    <message>
        <source>The classroom is in the first window.</source>
        <translation>교실은 첫 번째 창에 있습니다.</translation>
    </message>
    <message>
        <source>A lesson has one place, where its clock is.</source>
        <translation>수업은 그 시계가 있는 한 곳에서만 진행됩니다.</translation>
    </message>
</context>
<context>
    <name>Recommendation</name>
    <message>
        <source>Each claims another row, nobody waits, and after a crash it comes back by itself.</source>
        <translation>저마다 다른 행을 점유해 아무도 기다리지 않고, 죽으면 행이 저절로 돌아옵니다.</translation>
    </message>
    <message>
        <source>A lease longer than the work is enough, and it ends by itself after a crash.</source>
        <translation>작업보다 긴 임대면 충분하고, 죽으면 저절로 끝납니다.</translation>
    </message>
    <message>
        <source>Conflicts are rare, so that a retry now and then costs less than a lock each time.</source>
        <translation>충돌이 드물어, 가끔 다시 시도하는 편이 매번 잠그는 것보다 쌉니다.</translation>
    </message>
    <message>
        <source>Each claims another row and extends it while it works; a crash gives it back by itself.</source>
        <translation>저마다 다른 행을 차지하고 작업하는 동안 늘립니다. 죽으면 저절로 돌아옵니다.</translation>
    </message>
    <message>
        <source>Waiting in turn is cheaper than work in vain; who may take another row skips locked ones.</source>
        <translation>차례를 기다리는 것이 헛일보다 쌉니다. 다른 행을 가져도 되면 잠긴 행은 건너뜁니다.</translation>
    </message>
    <message>
        <source>Each claims another row and extends it at work; the token, or a receiver that keeps ids, refuses whoever is late.</source>
        <translation>저마다 다른 행을 점유하고 일하는 동안 연장합니다. 늦은 쪽은 토큰이나 ID를 기억하는 수신자가 거부합니다.</translation>
    </message>
    <message>
        <source>Each claims another row; the token, or a receiver that keeps ids, refuses whoever comes back late.</source>
        <translation>저마다 다른 행을 점유합니다. 늦게 돌아온 쪽은 토큰이나 ID를 기억하는 수신자가 거부합니다.</translation>
    </message>
    <message>
        <source>Renewal keeps the lease as long as it takes; only the token, or a receiver that keeps ids, stops a holder that was frozen. One that hangs holds for ever.</source>
        <translation>갱신은 필요한 만큼 임대를 지킵니다. 얼었던 보유자를 막는 것은 토큰이나 ID를 기억하는 수신자뿐입니다. 작업이 멈춘 보유자는 영원히 쥐고 있습니다.</translation>
    </message>
    <message>
        <source>The lease ends by itself after a crash; only the token, or a receiver that keeps ids, stops a holder that is late.</source>
        <translation>죽으면 임대가 저절로 끝납니다. 늦은 보유자를 막는 것은 토큰이나 ID를 기억하는 수신자뿐입니다.</translation>
    </message>
    <message>
        <source>Renewal, or the connection itself, keeps the lock as long as the holder lives; one that hangs holds for ever.</source>
        <translation>갱신이나 연결 자체가 보유자가 사는 동안 잠금을 지킵니다. 작업이 멈춘 보유자는 영원히 쥐고 있습니다.</translation>
    </message>
    <message>
        <source>One conditional UPDATE takes from the hot row without a lock and without a retry: 0 rows say that nothing is left.</source>
        <translation>조건부 UPDATE 하나면 몰리는 행에서 잠금도 재시도도 없이 가져갑니다. 0행이면 남은 것이 없다는 뜻입니다.</translation>
    </message>
    <message>
        <source>One statement that looks and writes needs no lock: its condition refuses whoever is late; where a person edits in between, the condition is the version.</source>
        <translation>보고 쓰는 문장 하나에는 잠금이 필요 없습니다. 그 조건이 늦은 쪽을 거부합니다. 사람이 사이에 고치는 곳에서는 버전이 그 조건입니다.</translation>
    </message>
</context>
<context>
    <name>ResultPaper</name>
    <message>
        <source>Right.</source>
        <translation>맞습니다.</translation>
    </message>
    <message>
        <source>Right so far.</source>
        <translation>지금까지는 맞습니다.</translation>
    </message>
    <message>
        <source>Wrong: %1</source>
        <translation>틀림: %1</translation>
    </message>
    <message>
        <source>First wrong step: %1, %2.</source>
        <translation>처음 틀린 단계: %1, %2.</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>As it must be</source>
        <translation>기대 결과</translation>
    </message>
    <message>
        <source>right</source>
        <translation>맞음</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>틀림</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>시드</translation>
    </message>
    <message>
        <source>%1 s: %2 %3</source>
        <translation>%1초: %2 %3</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>직접 조작</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>%1, not to the end</source>
        <translation>%1, 끝까지 가지 않음</translation>
    </message>
    <message>
        <source>step</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>at, s</source>
        <translation>시각(초)</translation>
    </message>
    <message>
        <source>who</source>
        <translation>주체</translation>
    </message>
    <message>
        <source>what happens</source>
        <translation>일어난 일</translation>
    </message>
    <message>
        <source>Run it again:</source>
        <translation>다시 실행:</translation>
    </message>
    <message>
        <source>Lockdesk, %1</source>
        <translation>Lockdesk, %1</translation>
    </message>
    <message>
        <source>After faults by hand only harm is judged.</source>
        <translation>손으로 일으킨 장애 뒤에는 해로움만 판정합니다.</translation>
    </message>
</context>
<context>
    <name>RowLink</name>
    <message>
        <source>The link is longer than %1 bytes.</source>
        <translation>링크가 %1바이트보다 깁니다.</translation>
    </message>
    <message>
        <source>The link contains spaces or control characters.</source>
        <translation>링크에 공백이나 제어 문자가 있습니다.</translation>
    </message>
    <message>
        <source>A link begins with lockdesk://, as lockdesk://orders/locks/nightly.</source>
        <translation>링크는 lockdesk://orders/locks/nightly처럼 lockdesk://로 시작합니다.</translation>
    </message>
    <message>
        <source>A link has a connection, a page and a row, as lockdesk://orders/locks/nightly.</source>
        <translation>링크에는 lockdesk://orders/locks/nightly처럼 연결, 페이지, 행이 있어야 합니다.</translation>
    </message>
    <message>
        <source>A link leads to locks, tasks, outbox or workers, not to %1.</source>
        <translation>링크는 locks, tasks, outbox, workers로만 연결되며 %1(으)로는 연결되지 않습니다.</translation>
    </message>
    <message>
        <source>The names in the link are no text.</source>
        <translation>링크에 있는 이름이 올바른 텍스트가 아닙니다.</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>&amp;Only %1</source>
        <translation>%1만(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Without %1</source>
        <translation>%1 제외(&amp;W)</translation>
    </message>
</context>
<context>
    <name>StoreFacts</name>
    <message>
        <source>Facts of %1</source>
        <translation>%1 저장소 정보</translation>
    </message>
</context>
<context>
    <name>StoreReport</name>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>records</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>schema</source>
        <translation>스키마</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>설치되지 않음</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>버전 %1</translation>
    </message>
    <message>
        <source>token floor</source>
        <translation>토큰 하한</translation>
    </message>
    <message>
        <source>%1: each new token is larger</source>
        <translation>%1: 새 토큰은 모두 이보다 큼</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>복제본</translation>
    </message>
    <message>
        <source>yes: another server takes the writes</source>
        <translation>예: 쓰기는 다른 서버가 받음</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>시계</translation>
    </message>
    <message>
        <source>%1 from the clock of the computer that read it</source>
        <translation>읽은 컴퓨터의 시계 기준 %1</translation>
    </message>
    <message>
        <source>read at</source>
        <translation>읽은 때</translation>
    </message>
    <message>
        <source>What a Lock Is Worth There</source>
        <translation>그곳에서 잠금이 보장하는 것</translation>
    </message>
    <message>
        <source>fence</source>
        <translation>펜스</translation>
    </message>
    <message>
        <source>none: these records have no tokens</source>
        <translation>없음: 이 기록에는 토큰이 없음</translation>
    </message>
    <message>
        <source>weak: tokens may restart, and an old holder may pass</source>
        <translation>약함: 토큰이 다시 시작될 수 있어 이전 소유자가 통과할 수 있음</translation>
    </message>
    <message>
        <source>strict: tokens only grow, even if the server stops at once</source>
        <translation>엄격: 서버가 갑자기 멈춰도 토큰은 커지기만 함</translation>
    </message>
    <message>
        <source>durable tokens</source>
        <translation>오래 남는 토큰</translation>
    </message>
    <message>
        <source>%1. Remedy: %2</source>
        <translation>%1. 해결: %2</translation>
    </message>
    <message>
        <source>why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>no setting was found with which the server loses what it has acknowledged</source>
        <translation>서버가 확인한 내용을 잃게 하는 설정이 발견되지 않음</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>pooler</source>
        <translation>풀러</translation>
    </message>
    <message>
        <source>yes: no session lock is possible through it</source>
        <translation>예: 풀러를 거치면 세션 잠금을 쓸 수 없음</translation>
    </message>
    <message>
        <source>none in between</source>
        <translation>중간에 없음</translation>
    </message>
    <message>
        <source>may write locks</source>
        <translation>잠금 쓰기 권한</translation>
    </message>
    <message>
        <source>superuser</source>
        <translation>슈퍼유저</translation>
    </message>
    <message>
        <source>yes: more than Lockdesk needs</source>
        <translation>예: Lockdesk에 필요한 것보다 많음</translation>
    </message>
    <message>
        <source>session locks</source>
        <translation>세션 잠금</translation>
    </message>
    <message>
        <source>change hints</source>
        <translation>변경 알림</translation>
    </message>
    <message>
        <source>reads changes only</source>
        <translation>변경분만 읽음</translation>
    </message>
    <message>
        <source>Settings of the Server</source>
        <translation>서버 설정</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>비어 있음</translation>
    </message>
    <message>
        <source>Not Read</source>
        <translation>읽지 못함</translation>
    </message>
</context>
<context>
    <name>Tasks</name>
    <message numerus="yes">
        <source>%1 task(s), lock timeout %2, at most %3 failures</source>
        <translation>
            <numerusform>작업 %1개, 잠금 제한 시간 %2, 실패 최대 %3번</numerusform>
        </translation>
    </message>
    <message>
        <source>kind, phase</source>
        <translation>종류, 단계</translation>
    </message>
    <message>
        <source>desired</source>
        <translation>목표 상태</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>token</source>
        <translation>토큰</translation>
    </message>
    <message numerus="yes">
        <source>%Ln claim(s)</source>
        <translation>
            <numerusform>점유 %Ln번</numerusform>
        </translation>
    </message>
    <message>
        <source>takeovers</source>
        <translation>인계</translation>
    </message>
    <message>
        <source>locked at</source>
        <translation>잠근 시각</translation>
    </message>
    <message>
        <source>updated</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>failures</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>last error</source>
        <translation>마지막 오류</translation>
    </message>
    <message>
        <source>doubt</source>
        <translation>의심</translation>
    </message>
    <message>
        <source>failures: %1</source>
        <translation>실패: %1</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/초</translation>
    </message>
    <message numerus="yes">
        <source>%1 task(s), whose rule differs from store to store</source>
        <translation>
            <numerusform>작업 %1개, 규칙이 저장소마다 다름</numerusform>
        </translation>
    </message>
    <message>
        <source>last output</source>
        <translation>마지막 출력</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>silent</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>%1, taken over</source>
        <translation>%1, 인계됨</translation>
    </message>
    <message>
        <source>%1 sends no heartbeats</source>
        <translation>%1: 하트비트를 보내지 않음</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2, %3</translation>
    </message>
    <message>
        <source>, token %1</source>
        <translation>, 토큰 %1</translation>
    </message>
    <message>
        <source>: past its lease</source>
        <translation>: 임대 기간 지남</translation>
    </message>
    <message>
        <source>lease ran out</source>
        <translation>임대 만료</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 거부</translation>
    </message>
    <message>
        <source>forced</source>
        <translation>강제</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>실패 확정</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>종료</translation>
    </message>
    <message>
        <source>started</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>%1 lanes whose names begin with %2. Enter shows them.</source>
        <translation>이름이 %2(으)로 시작하는 레인 %1개. Enter를 누르면 나타납니다.</translation>
    </message>
    <message>
        <source>%1 here</source>
        <translation>여기 %1개</translation>
    </message>
    <message>
        <source>killed by you</source>
        <translation>직접 강제 종료함</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%2에 %1</translation>
    </message>
    <message>
        <source>frozen by you</source>
        <translation>직접 얼림</translation>
    </message>
    <message>
        <source>frozen by you at %1</source>
        <translation>%1에 직접 얼림</translation>
    </message>
    <message>
        <source>frozen by you from %1 to %2</source>
        <translation>%1부터 %2까지 직접 얼림</translation>
    </message>
    <message>
        <source>cut off by you</source>
        <translation>직접 연결 끊음</translation>
    </message>
    <message>
        <source>killed, not from this window</source>
        <translation>이 창이 아닌 곳에서 강제 종료됨</translation>
    </message>
    <message>
        <source>%1: not read since</source>
        <translation>%1: 그 뒤로 읽지 못함</translation>
    </message>
</context>
<context>
    <name>WhichLock</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1ms</translation>
    </message>
    <message>
        <source>Optimistic version</source>
        <translation>낙관적 버전</translation>
    </message>
    <message>
        <source>read, then write if the version is the same</source>
        <translation>읽고, 버전이 같으면 쓰기</translation>
    </message>
    <message>
        <source>Lost updates of one row.</source>
        <translation>한 행의 사라진 수정.</translation>
    </message>
    <message>
        <source>A version column, and work done again after a conflict.</source>
        <translation>버전 열 하나. 충돌하면 작업을 다시 합니다.</translation>
    </message>
    <message>
        <source>Many want the same row: most work is in vain.</source>
        <translation>여럿이 같은 행을 원할 때: 대부분 헛일이 됩니다.</translation>
    </message>
    <message>
        <source>Pessimistic lock</source>
        <translation>비관적 잠금</translation>
    </message>
    <message>
        <source>lock, read, write, unlock</source>
        <translation>잠금, 읽기, 쓰기, 해제</translation>
    </message>
    <message>
        <source>Two at the same row; nobody works in vain.</source>
        <translation>같은 행에 둘. 아무도 헛일을 하지 않습니다.</translation>
    </message>
    <message>
        <source>Everybody waits in turn, a connection each.</source>
        <translation>모두 차례를 기다리며, 저마다 연결 하나를 씁니다.</translation>
    </message>
    <message>
        <source>Two locks in different order: deadlock.</source>
        <translation>두 잠금을 다른 순서로 잡으면 교착.</translation>
    </message>
    <message>
        <source>Claim by timestamp</source>
        <translation>시각으로 차지하기</translation>
    </message>
    <message>
        <source>claim a task, unlock it</source>
        <translation>작업을 차지하고 잠금 해제</translation>
    </message>
    <message>
        <source>Two workers on one task, also after a crash.</source>
        <translation>한 작업에 두 워커. 비정상 종료 뒤에도.</translation>
    </message>
    <message>
        <source>One column and one statement. It polls.</source>
        <translation>열 하나와 문장 하나. 주기적으로 묻습니다.</translation>
    </message>
    <message>
        <source>Work outlasts the timeout: done twice.</source>
        <translation>작업이 시간 제한보다 길면: 두 번 됩니다.</translation>
    </message>
    <message>
        <source>Lock table</source>
        <translation>잠금 테이블</translation>
    </message>
    <message>
        <source>two transactions, each reads for update and writes</source>
        <translation>트랜잭션 둘, 저마다 잠그고 읽어 쓰기</translation>
    </message>
    <message>
        <source>Two runs of one job on many hosts.</source>
        <translation>여러 호스트에서 한 작업의 두 번 실행.</translation>
    </message>
    <message>
        <source>A row per lock, two transactions a run.</source>
        <translation>잠금마다 행 하나, 실행마다 트랜잭션 둘.</translation>
    </message>
    <message>
        <source>Clocks differ, or an owner is shared by two threads.</source>
        <translation>시계가 서로 다르거나, 두 스레드가 한 소유자를 같이 씁니다.</translation>
    </message>
    <message>
        <source>Session lock</source>
        <translation>세션 잠금</translation>
    </message>
    <message>
        <source>lock and unlock on one connection</source>
        <translation>한 연결에서 잠그고 풀기</translation>
    </message>
    <message>
        <source>Two runs, as long as the connection lives.</source>
        <translation>연결이 살아 있는 동안의 두 번 실행.</translation>
    </message>
    <message>
        <source>A connection of its own; no table.</source>
        <translation>전용 연결 하나. 테이블은 필요 없습니다.</translation>
    </message>
    <message>
        <source>The holder hangs: held till a person acts. A pool gives it to others.</source>
        <translation>보유자가 멈추면 사람이 손댈 때까지 보유됩니다. 풀은 그것을 다른 이에게 넘깁니다.</translation>
    </message>
    <message>
        <source>SKIP LOCKED</source>
        <translation>SKIP LOCKED</translation>
    </message>
    <message>
        <source>lock a row in a transaction, end it</source>
        <translation>트랜잭션에서 행을 잠그고 끝냄</translation>
    </message>
    <message>
        <source>Two at one row; others take the next row.</source>
        <translation>한 행에 둘. 다른 이들은 다음 행을 가져갑니다.</translation>
    </message>
    <message>
        <source>A transaction that stays open during the work.</source>
        <translation>작업하는 동안 열려 있는 트랜잭션.</translation>
    </message>
    <message>
        <source>Slow calls inside it. A missing row looks like a held one.</source>
        <translation>그 안의 느린 호출. 없는 행이 보유된 행처럼 보입니다.</translation>
    </message>
    <message>
        <source>Fixed lease</source>
        <translation>고정 임대</translation>
    </message>
    <message>
        <source>acquire, release</source>
        <translation>획득, 해제</translation>
    </message>
    <message>
        <source>Two runs, and a lock that a dead one keeps.</source>
        <translation>두 번 실행과, 죽은 이가 쥔 잠금.</translation>
    </message>
    <message>
        <source>A good guess of the longest run.</source>
        <translation>가장 긴 실행 시간을 잘 어림해야 합니다.</translation>
    </message>
    <message>
        <source>Too short: doubled. Too long: a long stop after a crash.</source>
        <translation>너무 짧으면 중복, 너무 길면 비정상 종료 뒤의 긴 정지.</translation>
    </message>
    <message>
        <source>Watchdog</source>
        <translation>워치독</translation>
    </message>
    <message>
        <source>acquire, renew once, release</source>
        <translation>획득, 한 번 갱신, 해제</translation>
    </message>
    <message>
        <source>Two runs of any length while the holder lives.</source>
        <translation>보유자가 살아 있는 동안 길이에 상관없이 두 번 실행.</translation>
    </message>
    <message>
        <source>A thread that renews every third.</source>
        <translation>임대의 1/3마다 갱신하는 스레드 하나.</translation>
    </message>
    <message>
        <source>The job hangs, its watchdog does not: held for ever.</source>
        <translation>작업은 멈췄는데 워치독은 멈추지 않을 때: 영원히 보유됩니다.</translation>
    </message>
    <message>
        <source>Redlock</source>
        <translation>Redlock</translation>
    </message>
    <message>
        <source>acquire and release on several servers</source>
        <translation>여러 서버에서 획득과 해제</translation>
    </message>
    <message>
        <source>Two runs while a minority of servers is down.</source>
        <translation>서버의 소수가 죽은 동안의 두 번 실행.</translation>
    </message>
    <message>
        <source>Three or more servers, and a round trip to each.</source>
        <translation>서버 셋 이상과 저마다 한 번의 왕복.</translation>
    </message>
    <message>
        <source>A pause beyond the lease still doubles; it has no durable token.</source>
        <translation>임대보다 긴 멈춤에는 여전히 중복됩니다. 오래 남는 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>Fence</source>
        <translation>펜스</translation>
    </message>
    <message>
        <source>a write with a token</source>
        <translation>토큰을 가진 쓰기</translation>
    </message>
    <message>
        <source>Late writes of a holder that lost its lock.</source>
        <translation>잠금을 잃은 보유자의 늦은 쓰기.</translation>
    </message>
    <message>
        <source>A token with each write, and a check where it lands.</source>
        <translation>쓰기마다 토큰 하나와, 쓰이는 곳의 검사.</translation>
    </message>
    <message>
        <source>What is written cannot check: a mail, a push.</source>
        <translation>쓰이는 쪽이 검사할 수 없을 때: 메일, 푸시.</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>여기서는 불가</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>측정 안 됨</translation>
    </message>
    <message>
        <source>Told by those who built lesson 1&apos;s platform, not measured. Their &quot;optimistic&quot; lock is the claim by timestamp, a lease; the reasons are Lockdesk&apos;s.</source>
        <translation>수업 1의 플랫폼을 만든 이들의 이야기이며 측정한 것이 아닙니다. 그들이 말한 &quot;낙관적&quot; 잠금은 타임스탬프 점유, 곧 임대입니다. 이유는 Lockdesk가 붙였습니다.</translation>
    </message>
    <message>
        <source>Situation</source>
        <translation>상황</translation>
    </message>
    <message>
        <source>Pessimistic</source>
        <translation>비관적</translation>
    </message>
    <message>
        <source>Optimistic</source>
        <translation>낙관적</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>Many at once</source>
        <translation>동시에 많이</translation>
    </message>
    <message>
        <source>Waiting in turn; the others poll and go away empty-handed.</source>
        <translation>차례로 기다립니다. 다른 쪽은 폴링하다 빈손으로 갑니다.</translation>
    </message>
    <message>
        <source>Work of more than 30 s</source>
        <translation>30초가 넘는 작업</translation>
    </message>
    <message>
        <source>It is held until it is given back; a lease ends in the middle.</source>
        <translation>반납할 때까지 쥐고 있습니다. 임대는 도중에 끝납니다.</translation>
    </message>
    <message>
        <source>Simple to have</source>
        <translation>간단함</translation>
    </message>
    <message>
        <source>One column beside what is there already.</source>
        <translation>이미 있는 것에 열 하나만 더합니다.</translation>
    </message>
    <message>
        <source>Recovers by itself</source>
        <translation>스스로 복구</translation>
    </message>
    <message>
        <source>A lease ends; a lock that nobody gives back stays.</source>
        <translation>임대는 끝납니다. 아무도 반납하지 않은 잠금은 남습니다.</translation>
    </message>
    <message>
        <source>Background tasks</source>
        <translation>배경 작업</translation>
    </message>
    <message>
        <source>30 s later is early enough.</source>
        <translation>30초 늦어도 충분합니다.</translation>
    </message>
    <message>
        <source>API requests</source>
        <translation>API 요청</translation>
    </message>
    <message>
        <source>Somebody waits for the answer now.</source>
        <translation>누군가 지금 답을 기다립니다.</translation>
    </message>
    <message>
        <source>Told by those who built lesson 4&apos;s lock table, not measured.</source>
        <translation>수업 4의 잠금 표를 만든 이들의 이야기이며 측정한 것이 아닙니다.</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Speaks for it</source>
        <translation>좋은 점</translation>
    </message>
    <message>
        <source>Speaks against it</source>
        <translation>나쁜 점</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>어울리는 곳</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>데이터베이스</translation>
    </message>
    <message>
        <source>Nothing to add, simple, atomic.</source>
        <translation>더할 것이 없고 간단하며 원자적입니다.</translation>
    </message>
    <message>
        <source>Slow, loads the database, network delay.</source>
        <translation>느리고 데이터베이스에 부담을 주며 네트워크 지연이 있습니다.</translation>
    </message>
    <message>
        <source>Small systems, simple needs.</source>
        <translation>작은 시스템, 간단한 요구.</translation>
    </message>
    <message>
        <source>Redis</source>
        <translation>Redis</translation>
    </message>
    <message>
        <source>Fast, many features.</source>
        <translation>빠르고 기능이 많습니다.</translation>
    </message>
    <message>
        <source>Servers and settings of its own.</source>
        <translation>전용 서버와 설정이 필요합니다.</translation>
    </message>
    <message>
        <source>Middle to large systems.</source>
        <translation>중간에서 큰 시스템.</translation>
    </message>
    <message>
        <source>ZooKeeper</source>
        <translation>ZooKeeper</translation>
    </message>
    <message>
        <source>Stable, made for coordination.</source>
        <translation>안정적이고 조율을 위해 만들어졌습니다.</translation>
    </message>
    <message>
        <source>Hard to run and to learn.</source>
        <translation>운영하고 배우기 어렵습니다.</translation>
    </message>
    <message>
        <source>Large, complex systems.</source>
        <translation>크고 복잡한 시스템.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1초</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/초</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 in vain</source>
        <translation>헛수고 %1번</translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) at once, all wanting the same. One round: %1. %2 a second in all; half of them took %3 at most, 99 of 100 %4. Tries that were refused or too late: %5, each made again 1 to 5 ms later.</source>
        <translation>
            <numerusform>클라이언트 %Ln개가 동시에 같은 것을 원합니다. 한 번은 %1입니다. 모두 합쳐 초당 %2번이고, 절반은 %3, 100번 가운데 99번은 %4 안에 끝났습니다. 거부되거나 늦은 시도는 %5번이며 1~5 ms 뒤에 다시 시도했습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Between its statements nobody holds anything.</source>
        <translation>문장과 문장 사이에 아무도 아무것도 쥐고 있지 않습니다.</translation>
    </message>
    <message>
        <source>for ever</source>
        <translation>영원히</translation>
    </message>
    <message>
        <source>not in %1</source>
        <translation>%1 안에 없음</translation>
    </message>
    <message>
        <source>Nobody else got it in the %1 that it was watched (lease %2). Only a person ends it, or the server when it cuts the connection.</source>
        <translation>지켜본 %1 동안 다른 누구도 얻지 못했습니다(임대 %2). 사람이 끝내거나 서버가 연결을 끊어야 끝납니다.</translation>
    </message>
    <message>
        <source>late write lands</source>
        <translation>늦은 쓰기 통과</translation>
    </message>
    <message>
        <source>late write refused</source>
        <translation>늦은 쓰기 거부</translation>
    </message>
    <message>
        <source>A process took it (lease %1) and stopped in the middle of its work; so long later another one went on.</source>
        <translation>한 프로세스가 얻은 뒤(임대 %1) 일하다 멈췄고, 이만큼 뒤에 다른 쪽이 이어 갔습니다.</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>SQLite has no connections: every process opens the file.</source>
        <translation>SQLite에는 연결이 없습니다. 프로세스마다 파일을 엽니다.</translation>
    </message>
    <message>
        <source>Open connections of the process that held it, counted while it did.</source>
        <translation>쥐고 있는 동안 센, 그 프로세스의 열린 연결 수입니다.</translation>
    </message>
    <message>
        <source>Conditional update</source>
        <translation>조건부 갱신</translation>
    </message>
    <message>
        <source>one UPDATE with a condition</source>
        <translation>조건이 있는 UPDATE 하나</translation>
    </message>
    <message>
        <source>Two takers of the last one; nobody waits, nobody tries again.</source>
        <translation>마지막 하나를 둘이 가져가는 일. 기다림도 재시도도 없습니다.</translation>
    </message>
    <message>
        <source>One statement. Nothing is held.</source>
        <translation>문장 하나. 쥐는 것이 없습니다.</translation>
    </message>
    <message>
        <source>The work does not fit into one statement.</source>
        <translation>작업이 문장 하나에 들어가지 않을 때.</translation>
    </message>
    <message>
        <source>Idempotent receiver</source>
        <translation>멱등 수신자</translation>
    </message>
    <message>
        <source>an id that is new, and the same id again</source>
        <translation>새 ID 하나와 같은 ID 한 번 더</translation>
    </message>
    <message>
        <source>Effects that come twice, whatever lock was lost.</source>
        <translation>어떤 잠금을 잃었든 두 번 오는 효과.</translation>
    </message>
    <message>
        <source>An id per message, and a table of those seen.</source>
        <translation>메시지마다 ID, 그리고 이미 본 ID의 표.</translation>
    </message>
    <message>
        <source>The receiver is somebody else&apos;s and keeps no ids.</source>
        <translation>수신자가 남의 것이고 ID를 기억하지 않을 때.</translation>
    </message>
    <message>
        <source>Two runs, as long as the session lives; those who wait queue in turn.</source>
        <translation>세션이 사는 동안의 두 실행. 기다리는 쪽은 차례로 줄을 섭니다.</translation>
    </message>
    <message>
        <source>Three servers or more of its own, and knowledge of how to run them.</source>
        <translation>전용 서버 세 대 이상과 그것을 운영하는 지식.</translation>
    </message>
    <message>
        <source>A pause ends the session, and its holder does not know: a token is needed here, too.</source>
        <translation>멈춤이 세션을 끝내지만 보유자는 모릅니다. 여기서도 토큰이 필요합니다.</translation>
    </message>
    <message>
        <source>Lockdesk has no such store yet, so nothing is measured here. Cited: 21,000 writes/s with 3 servers, of all clients together (Hunt, Konar, Junqueira, Reed: ZooKeeper: Wait-free coordination for Internet-scale systems, USENIX ATC 2010); its recipe for a lock writes twice a round.</source>
        <translation>Lockdesk에는 아직 이 저장소가 없어 여기서 측정하지 않았습니다. 인용: 서버 3대에서 모든 클라이언트를 합쳐 초당 쓰기 21,000번(Hunt, Konar, Junqueira, Reed: ZooKeeper: Wait-free coordination for Internet-scale systems, USENIX ATC 2010). 잠금 방법은 한 번에 두 번 씁니다.</translation>
    </message>
    <message>
        <source>1 client</source>
        <translation>클라이언트 1개</translation>
    </message>
    <message>
        <source>8 clients</source>
        <translation>클라이언트 8개</translation>
    </message>
    <message>
        <source>64 clients</source>
        <translation>클라이언트 64개</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>강제 종료</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>얼림</translation>
    </message>
    <message>
        <source>hangs</source>
        <translation>작업 멈춤</translation>
    </message>
    <message>
        <source>connections</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Redlock needs several Redis servers: connect to redlock://… and measure there.</source>
        <translation>Redlock에는 Redis 서버가 여러 대 필요합니다. redlock://…에 연결해 거기서 측정하세요.</translation>
    </message>
    <message>
        <source>Commands that one round of one client sent to the store, counted by its session.</source>
        <translation>클라이언트 하나가 한 번 돌면서 저장소에 보낸 명령의 수. 세션이 센 것입니다.</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>명령</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>It may have happened: look at the row before you try again.</source>
        <translation>실행되었을 수 있습니다. 다시 시도하기 전에 행을 확인해야 합니다.</translation>
    </message>
    <message>
        <source>Changed: nobody holds it now. Nothing was done.</source>
        <translation>바뀜: 이제 소유자가 없습니다. 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Changed hands: %1 holds it now. Nothing was done.</source>
        <translation>소유자 바뀜: 현재 소유자는 %1입니다. 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Changed hands: %1 holds it now, token %2. Nothing was done.</source>
        <translation>소유자 바뀜: 현재 소유자는 %1, 토큰은 %2입니다. 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Its session was ended.</source>
        <translation>세션을 종료했습니다.</translation>
    </message>
    <message>
        <source>Released. Nobody may take it until %1.</source>
        <translation>해제했습니다. %1까지 아무도 가져갈 수 없습니다.</translation>
    </message>
    <message>
        <source>Released.</source>
        <translation>해제했습니다.</translation>
    </message>
    <message>
        <source>Its lease is over: anyone may take it. Nothing was done.</source>
        <translation>임대가 끝나 누구나 가져갈 수 있습니다. 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Extended to %1.</source>
        <translation>%1까지 연장했습니다.</translation>
    </message>
    <message>
        <source>Its lease ends later than that already.</source>
        <translation>임대가 이미 그보다 늦게 끝납니다.</translation>
    </message>
    <message>
        <source>It is not there any more.</source>
        <translation>더 이상 없습니다.</translation>
    </message>
    <message>
        <source>Due now.</source>
        <translation>지금 처리 예정입니다.</translation>
    </message>
    <message>
        <source>Due at %1.</source>
        <translation>%1에 처리 예정입니다.</translation>
    </message>
    <message>
        <source>Advanced to %1.</source>
        <translation>다음 단계로 진행했습니다: %1.</translation>
    </message>
    <message>
        <source>No message is dead.</source>
        <translation>실패 확정 메시지가 없습니다.</translation>
    </message>
    <message>
        <source>It is not dead any more. Nothing was done.</source>
        <translation>더 이상 실패 확정이 아닙니다. 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Pending again.</source>
        <translation>다시 전송 대기 중입니다.</translation>
    </message>
    <message>
        <source>%1 pending again.</source>
        <translation>%1개가 다시 전송 대기 중입니다.</translation>
    </message>
    <message>
        <source>Another relay has it now, or it was sent. Nothing was done.</source>
        <translation>다른 릴레이가 가져갔거나 이미 전송되었습니다. 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>It has left. Nothing was done.</source>
        <translation>이미 떠났습니다. 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Told to run.</source>
        <translation>실행을 지시했습니다.</translation>
    </message>
    <message>
        <source>Told to pause.</source>
        <translation>일시 정지를 지시했습니다.</translation>
    </message>
    <message>
        <source>Told to slow down.</source>
        <translation>감속을 지시했습니다.</translation>
    </message>
    <message>
        <source>Told to stop.</source>
        <translation>중지를 지시했습니다.</translation>
    </message>
    <message>
        <source>Not written to the audit: %1</source>
        <translation>감사 기록에 쓰지 못했습니다: %1</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>%1 재개</translation>
    </message>
    <message>
        <source>Resume %1 workers</source>
        <translation>워커 %1개 재개</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>%1 일시 정지</translation>
    </message>
    <message>
        <source>Pause %1 workers</source>
        <translation>워커 %1개 일시 정지</translation>
    </message>
    <message>
        <source>Slow down %1</source>
        <translation>%1 감속</translation>
    </message>
    <message>
        <source>Slow down %1 workers</source>
        <translation>워커 %1개 감속</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>%1 중지</translation>
    </message>
    <message>
        <source>Stop %1 workers</source>
        <translation>워커 %1개 중지</translation>
    </message>
    <message>
        <source>End the session that holds %1</source>
        <translation>%1 보유 세션 종료</translation>
    </message>
    <message>
        <source>End the sessions that hold %1 locks</source>
        <translation>잠금 %1개의 보유 세션 종료</translation>
    </message>
    <message>
        <source>Hold off %1</source>
        <translation>%1 보류</translation>
    </message>
    <message>
        <source>Hold off %1 locks</source>
        <translation>잠금 %1개 보류</translation>
    </message>
    <message>
        <source>Force unlock %1</source>
        <translation>%1 강제 잠금 해제</translation>
    </message>
    <message>
        <source>Force unlock %1 locks</source>
        <translation>잠금 %1개 강제 잠금 해제</translation>
    </message>
    <message>
        <source>Extend %1</source>
        <translation>%1 연장</translation>
    </message>
    <message>
        <source>Extend %1 locks</source>
        <translation>잠금 %1개 연장</translation>
    </message>
    <message>
        <source>Relock %1</source>
        <translation>%1 다시 잠금</translation>
    </message>
    <message>
        <source>Relock %1 tasks</source>
        <translation>작업 %1개 다시 잠금</translation>
    </message>
    <message>
        <source>Unlock %1</source>
        <translation>%1 잠금 해제</translation>
    </message>
    <message>
        <source>Unlock %1 tasks</source>
        <translation>작업 %1개 잠금 해제</translation>
    </message>
    <message>
        <source>Advance %1</source>
        <translation>%1 다음 단계로</translation>
    </message>
    <message>
        <source>Advance %1 tasks</source>
        <translation>작업 %1개 다음 단계로</translation>
    </message>
    <message>
        <source>Retry all dead messages</source>
        <translation>실패 확정 메시지 모두 재시도</translation>
    </message>
    <message>
        <source>Retry %1</source>
        <translation>%1 재시도</translation>
    </message>
    <message>
        <source>Retry %1 messages</source>
        <translation>메시지 %1개 재시도</translation>
    </message>
    <message>
        <source>Requeue %1</source>
        <translation>%1 다시 대기열에 넣기</translation>
    </message>
    <message>
        <source>Requeue %1 messages</source>
        <translation>메시지 %1개 다시 대기열에 넣기</translation>
    </message>
    <message>
        <source>all in %1</source>
        <translation>%1 전체</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2의 %1개</translation>
    </message>
    <message>
        <source>The connection is read-only: the session itself cannot write.</source>
        <translation>이 연결은 읽기 전용입니다. 세션 자체가 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>Nobody holds %1.</source>
        <translation>%1: 소유자가 없습니다.</translation>
    </message>
    <message>
        <source>Nobody holds %1: only its holder&apos;s claim can be moved.</source>
        <translation>%1의 소유자가 없습니다. 소유자의 점유만 옮길 수 있습니다.</translation>
    </message>
    <message>
        <source>Late write with token %1 refused at %2.</source>
        <translation>토큰 %1의 늦은 쓰기가 %2에 거부되었습니다.</translation>
    </message>
    <message>
        <source>Late write from %1 with token %2 refused at %3.</source>
        <translation>%1의 토큰 %2 늦은 쓰기가 %3에 거부되었습니다.</translation>
    </message>
    <message>
        <source>Retry all %1 dead messages</source>
        <translation>중단된 메시지 %1개 모두 재시도</translation>
    </message>
    <message>
        <source>until %1 on the store&apos;s clock</source>
        <translation>저장소 시계로 %1까지</translation>
    </message>
    <message>
        <source>The lease ends later; it is never shortened</source>
        <translation>임대가 더 늦게 끝나며, 단축되지는 않음</translation>
    </message>
    <message>
        <source>A dead holder keeps others out for longer</source>
        <translation>죽은 소유자가 다른 쪽을 더 오래 막음</translation>
    </message>
    <message>
        <source>Lease from now</source>
        <translation>지금부터의 임대</translation>
    </message>
    <message>
        <source>The session is gone already: nothing will happen</source>
        <translation>세션이 이미 없음: 아무 일도 일어나지 않음</translation>
    </message>
    <message>
        <source>The whole session %1 ends: its program must connect again</source>
        <translation>세션 %1 전체가 종료됨: 프로그램이 다시 연결해야 함</translation>
    </message>
    <message>
        <source>The whole session %1 of %2 ends: it must connect again</source>
        <translation>%2의 세션 %1 전체가 종료됨: 다시 연결해야 함</translation>
    </message>
    <message>
        <source>Its open transaction rolls back</source>
        <translation>열린 트랜잭션이 롤백됨</translation>
    </message>
    <message>
        <source>It has no transaction open</source>
        <translation>열린 트랜잭션 없음</translation>
    </message>
    <message>
        <source>Also freed: %1</source>
        <translation>함께 비워짐: %1</translation>
    </message>
    <message>
        <source>Protected, same row: late writes that pass the fence with token %1 are refused</source>
        <translation>보호됨, 같은 행: 토큰 %1로 펜스를 거치는 늦은 쓰기는 거부됨</translation>
    </message>
    <message>
        <source>Protected, same row: late writes that pass the fence with the tokens above are refused</source>
        <translation>보호됨, 같은 행: 위 토큰으로 펜스를 지나는 늦은 쓰기는 거부됩니다</translation>
    </message>
    <message>
        <source>Protected by a larger token, where the resource checks it</source>
        <translation>더 큰 토큰으로 보호됨: 리소스가 토큰을 검사하는 곳에 한함</translation>
    </message>
    <message>
        <source>Weakly protected: tokens of this source may start again</source>
        <translation>약하게 보호됨: 이 소스의 토큰은 처음부터 다시 시작할 수 있음</translation>
    </message>
    <message>
        <source>Not protected: this source has no tokens</source>
        <translation>보호되지 않음: 이 소스에는 토큰이 없음</translation>
    </message>
    <message>
        <source>Nobody waits for it</source>
        <translation>아무도 기다리지 않음</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) wait until the hold-off is over, then wake</source>
        <translation>
            <numerusform>대기자 %Ln개가 보류가 끝날 때까지 기다린 뒤 깨어남</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) wake at once</source>
        <translation>
            <numerusform>대기자 %Ln개가 바로 깨어남</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (of the first %2 locks)</source>
        <translation>%1 (처음 %2개의 잠금 기준)</translation>
    </message>
    <message>
        <source>Whoever tries next gets it</source>
        <translation>다음에 시도하는 쪽이 가져감</translation>
    </message>
    <message>
        <source>The runs may happen twice: no holder is stopped</source>
        <translation>실행이 각각 두 번 일어날 수 있음: 어떤 소유자도 중지되지 않음</translation>
    </message>
    <message>
        <source>The run may happen twice: its holder is not stopped</source>
        <translation>실행이 두 번 일어날 수 있음: 소유자는 중지되지 않음</translation>
    </message>
    <message>
        <source>Not protected: mails and calls to other systems</source>
        <translation>보호되지 않음: 메일과 다른 시스템 호출</translation>
    </message>
    <message>
        <source>The holder is told by its own connection, and ends its work as lost. Written to the audit.</source>
        <translation>소유자는 자신의 연결에서 통지를 받고 작업을 상실로 끝냅니다. 감사 기록에 남습니다.</translation>
    </message>
    <message>
        <source>Then Lockdesk watches for 60 s and reports every late write that the fence refuses. Written to the audit.</source>
        <translation>이후 Lockdesk가 60초 동안 지켜보며 펜스가 거부한 늦은 쓰기를 모두 알립니다. 감사 기록에 남습니다.</translation>
    </message>
    <message>
        <source>Hold off: nobody may take them for</source>
        <translation>보류: 아무도 가져갈 수 없는 기간</translation>
    </message>
    <message>
        <source>Hold off: nobody may take it for</source>
        <translation>보류: 아무도 가져갈 수 없는 기간</translation>
    </message>
    <message>
        <source>The same goes to each of its %1 servers. A lock that changed hands in the meantime is left alone.</source>
        <translation>같은 명령을 서버 %1대에 각각 보냅니다. 그사이 보유자가 바뀐 잠금은 그대로 둡니다.</translation>
    </message>
    <message>
        <source>Another session that holds it in the meantime is left alone, and you see it.</source>
        <translation>그 사이에 다른 세션이 보유하면 건드리지 않고 그 세션을 표시합니다.</translation>
    </message>
    <message>
        <source>A lock that changed hands in the meantime is left alone, and you see its new holder.</source>
        <translation>그 사이에 소유자가 바뀐 잠금은 건드리지 않고 새 소유자를 표시합니다.</translation>
    </message>
    <message>
        <source>Pending again with 0 tries, due now</source>
        <translation>시도 0번으로 다시 전송 대기, 지금 처리 예정</translation>
    </message>
    <message>
        <source>A receiver that did get it sees the same id again</source>
        <translation>이미 받은 수신자는 같은 ID를 다시 받음</translation>
    </message>
    <message>
        <source>Pending again, due now</source>
        <translation>다시 전송 대기, 지금 처리 예정</translation>
    </message>
    <message>
        <source>May be delivered twice: receivers must check ids</source>
        <translation>두 번 전달될 수 있음: 수신자가 ID를 검사해야 함</translation>
    </message>
    <message>
        <source>Select tasks of one store: each store is asked on its own.</source>
        <translation>한 저장소의 작업만 선택합니다. 저장소마다 따로 요청합니다.</translation>
    </message>
    <message>
        <source>Select messages of one store: each store is asked on its own.</source>
        <translation>저장소 하나의 메시지만 선택해야 합니다. 저장소마다 따로 묻습니다.</translation>
    </message>
    <message>
        <source>Select workers of one store: each store is asked on its own.</source>
        <translation>한 저장소의 워커만 선택합니다. 저장소마다 따로 요청합니다.</translation>
    </message>
    <message>
        <source>Select locks of one store: each store is asked on its own.</source>
        <translation>저장소 하나의 잠금만 선택해야 합니다. 저장소마다 따로 묻습니다.</translation>
    </message>
    <message>
        <source>No store is connected.</source>
        <translation>연결된 저장소가 없습니다.</translation>
    </message>
    <message>
        <source>Select locks of one source: each is asked on its own.</source>
        <translation>한 소스의 잠금만 선택해야 합니다. 소스마다 따로 요청합니다.</translation>
    </message>
    <message>
        <source>%1 is a recording: there is no store, and nothing can be changed.</source>
        <translation>%1: 기록입니다. 저장소가 없어 아무것도 바꿀 수 없습니다.</translation>
    </message>
    <message>
        <source>Nobody holds it: there is nothing to unlock.</source>
        <translation>소유자가 없으므로 해제할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Nobody holds it: there is nothing to extend.</source>
        <translation>소유자가 없으므로 연장할 것이 없습니다.</translation>
    </message>
    <message>
        <source>None of the selected messages is dead.</source>
        <translation>선택한 메시지 중 실패 확정된 것이 없습니다.</translation>
    </message>
    <message>
        <source>A session lock has no cooling: force-unlock it, which ends its session.</source>
        <translation>세션 잠금에는 냉각이 없습니다. 강제 잠금 해제를 하면 세션이 종료됩니다.</translation>
    </message>
    <message>
        <source>The source %1 has no cooling: a lock of it can be unlocked, but not held off.</source>
        <translation>소스 %1에는 냉각이 없습니다. 잠금을 해제할 수는 있지만 보류할 수는 없습니다.</translation>
    </message>
    <message>
        <source>A session lock has no lease: it lasts as long as its session.</source>
        <translation>세션 잠금에는 임대가 없습니다. 세션이 유지되는 동안 유지됩니다.</translation>
    </message>
    <message>
        <source>It obeys at its next heartbeat</source>
        <translation>다음 하트비트에 따릅니다</translation>
    </message>
    <message>
        <source>It takes nothing new until it is told to run</source>
        <translation>실행하라는 지시가 있을 때까지 새 일을 맡지 않습니다</translation>
    </message>
    <message>
        <source>Each step takes %1 longer</source>
        <translation>단계마다 %1 더 걸립니다</translation>
    </message>
    <message>
        <source>It ends: nobody starts it again from here</source>
        <translation>종료됩니다. 여기서 다시 시작해 주지 않습니다</translation>
    </message>
    <message>
        <source>It takes work again</source>
        <translation>다시 일을 맡습니다</translation>
    </message>
    <message>
        <source>A task that changed hands in the meantime is left alone.</source>
        <translation>그 사이에 소유자가 바뀐 작업은 건드리지 않습니다.</translation>
    </message>
    <message>
        <source>The old worker&apos;s late advance is refused: its token is spent</source>
        <translation>이전 워커의 늦은 단계 진행은 거부됨: 토큰이 이미 쓰임</translation>
    </message>
    <message>
        <source>The step may run twice: the old worker is not stopped</source>
        <translation>단계가 두 번 실행될 수 있음: 이전 워커는 중지되지 않음</translation>
    </message>
    <message>
        <source>No worker may take it before the wait is over</source>
        <translation>대기가 끝날 때까지 어떤 워커도 가져갈 수 없음</translation>
    </message>
    <message>
        <source>progressive</source>
        <translation>점진적</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>지수적</translation>
    </message>
    <message>
        <source>Due again in</source>
        <translation>다시 처리할 때까지</translation>
    </message>
    <message>
        <source>Write progressive, exponential, or a number and a unit, such as 90s or 5m.</source>
        <translation>점진적, 지수적 또는 90s, 5m처럼 숫자와 단위를 쓰세요.</translation>
    </message>
    <message>
        <source>next ten times if it keeps failing: %1</source>
        <translation>계속 실패할 때 다음 열 번의 시각: %1</translation>
    </message>
    <message>
        <source>Due at once: the next claim may take it</source>
        <translation>바로 처리 예정: 다음 점유가 가져갈 수 있음</translation>
    </message>
    <message>
        <source>Goes to the next phase as if its worker had finished</source>
        <translation>워커가 마친 것처럼 다음 단계로 넘어감</translation>
    </message>
    <message>
        <source>What the step should have done is not done</source>
        <translation>이 단계에서 했어야 할 일은 하지 않음</translation>
    </message>
    <message>
        <source>To phase</source>
        <translation>이동할 단계</translation>
    </message>
    <message>
        <source>Choose or write a phase.</source>
        <translation>단계를 고르거나 쓰세요.</translation>
    </message>
    <message>
        <source>Nobody waits for them</source>
        <translation>아무도 기다리지 않음</translation>
    </message>
    <message>
        <source>The table shows no dead message of this store. Change its filter.</source>
        <translation>표에 이 저장소의 실패 확정된 메시지가 없습니다. 필터를 바꾸십시오.</translation>
    </message>
    <message>
        <source>Hold off %1 for maintenance</source>
        <translation>점검을 위해 %1 보류</translation>
    </message>
    <message>
        <source>Hold off %1 locks for maintenance</source>
        <translation>점검을 위해 잠금 %1개 보류</translation>
    </message>
    <message>
        <source>Every console shows it until the store&apos;s clock ends it. Written to the audit.</source>
        <translation>저장소 시계로 끝날 때까지 모든 콘솔에 표시됩니다. 감사에 기록됩니다.</translation>
    </message>
    <message>
        <source>Nobody gets them until the end; jobs under them are skipped or wait</source>
        <translation>끝날 때까지 아무도 가져갈 수 없음; 그 잠금을 쓰는 작업은 건너뛰거나 기다림</translation>
    </message>
    <message numerus="yes">
        <source>%Ln held lock(s) freed by force: no holder is stopped</source>
        <translation>
            <numerusform>보유 중인 잠금 %Ln개를 강제로 해제함: 소유자는 중지되지 않음</numerusform>
        </translation>
    </message>
    <message>
        <source>It ends by itself</source>
        <translation>저절로 끝남</translation>
    </message>
    <message>
        <source>It is held off until %1 already. Nothing was done.</source>
        <translation>이미 %1까지 보류되어 있습니다. 아무 작업도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>It is held off already. Nothing was done.</source>
        <translation>이미 보류되어 있습니다. 아무 작업도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Held off until %1.</source>
        <translation>%1까지 보류했습니다.</translation>
    </message>
    <message>
        <source>Held off.</source>
        <translation>보류했습니다.</translation>
    </message>
    <message>
        <source>End the hold-off of %1</source>
        <translation>%1 보류 종료</translation>
    </message>
    <message>
        <source>End the hold-off of %1 locks</source>
        <translation>잠금 %1개 보류 종료</translation>
    </message>
    <message>
        <source>A lock that was taken or held off again in the meantime is left alone.</source>
        <translation>그사이 누군가 획득했거나 다시 보류된 잠금은 건드리지 않습니다.</translation>
    </message>
    <message>
        <source>Written to the audit.</source>
        <translation>감사 기록에 남습니다.</translation>
    </message>
    <message>
        <source>Anyone may take them at once</source>
        <translation>누구나 바로 획득할 수 있음</translation>
    </message>
    <message>
        <source>Anyone may take it at once</source>
        <translation>누구나 바로 획득할 수 있음</translation>
    </message>
    <message>
        <source>Token and fence stay: late writes of old holders are refused as before</source>
        <translation>토큰과 펜스는 그대로: 이전 소유자의 늦은 쓰기는 지금처럼 거부됨</translation>
    </message>
    <message>
        <source>What they were held off for may not be over</source>
        <translation>보류한 이유가 아직 끝나지 않았을 수 있음</translation>
    </message>
    <message>
        <source>What it was held off for may not be over</source>
        <translation>보류한 이유가 아직 끝나지 않았을 수 있음</translation>
    </message>
    <message>
        <source>Changed: it is held off until %1 now. Nothing was done.</source>
        <translation>변경됨: 지금은 %1까지 보류되어 있습니다. 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Its hold-off is over: anyone may take it.</source>
        <translation>보류가 끝났습니다. 누구나 획득할 수 있습니다.</translation>
    </message>
    <message>
        <source>No lock is selected whose hold-off could end.</source>
        <translation>보류를 끝낼 수 있는 잠금이 선택되지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 is not held off.</source>
        <translation>%1: 보류 중이 아닙니다.</translation>
    </message>
    <message>
        <source>The source %1 has no hold-off: what its own programs keep for nobody stays theirs.</source>
        <translation>소스 %1에는 보류가 없습니다. 그 프로그램들이 비워 둔 잠금은 그 프로그램들의 것입니다.</translation>
    </message>
    <message>
        <source>A leader keeps its lock and renews it: no standby takes over, and nobody leads</source>
        <translation>리더는 잠금을 계속 쥐고 갱신합니다. 대기 중인 쪽이 넘겨받지 못해 아무도 이끌지 않습니다</translation>
    </message>
</context>
<context>
    <name>lock_record</name>
    <message>
        <source>session %1</source>
        <translation>세션 %1</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1, %2에서 접속</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1에서 접속</translation>
    </message>
</context>
<context>
    <name>lockdesk::ActionFlow</name>
    <message>
        <source>All dead messages of this outbox</source>
        <translation>이 아웃박스의 모든 실패 확정 메시지</translation>
    </message>
    <message>
        <source>%1 · source %2</source>
        <translation>%1 · 소스 %2</translation>
    </message>
    <message>
        <source>SQL that will run</source>
        <translation>실행할 SQL</translation>
    </message>
    <message>
        <source>Commands that will run</source>
        <translation>실행할 명령</translation>
    </message>
    <message>
        <source>Asking the store</source>
        <translation>저장소에 묻는 중</translation>
    </message>
    <message>
        <source>%1 done, %2 changed hands, %3 failed</source>
        <translation>%1개 완료, %2개 소유자 바뀜, %3개 실패</translation>
    </message>
    <message>
        <source>Watching for 60 s: a late write that the fence refuses appears here.</source>
        <translation>60초 동안 감시 중: 펜스가 거부한 늦은 쓰기가 여기에 표시됩니다.</translation>
    </message>
    <message>
        <source>%1 sends no heartbeats here: whether its process lives is not known</source>
        <translation>%1: 여기로 하트비트를 보내지 않아 프로세스가 살아 있는지 알 수 없음</translation>
    </message>
    <message>
        <source>Holder lives: %1 sent a heartbeat %2</source>
        <translation>소유자 살아 있음: %1, 하트비트 %2</translation>
    </message>
    <message>
        <source>Holder late: %1 sent its last heartbeat at %2, %3</source>
        <translation>소유자 늦음: %1, 마지막 하트비트 %2, %3</translation>
    </message>
    <message>
        <source>Holder silent: %1 sent its last heartbeat at %2, %3</source>
        <translation>소유자 응답 없음: %1, 마지막 하트비트 %2, %3</translation>
    </message>
    <message>
        <source>Nothing proves that the process has ended. It may be frozen and wake</source>
        <translation>프로세스가 끝났다는 증거는 없음. 얼어 있다가 깨어날 수 있음</translation>
    </message>
    <message>
        <source>Its session is there: the server shows it</source>
        <translation>세션이 있음: 서버에서 확인됨</translation>
    </message>
    <message>
        <source>Its session is there: %1</source>
        <translation>세션이 있음: %1</translation>
    </message>
    <message>
        <source>Failures: %1; the last: %2</source>
        <translation>실패: %1; 마지막: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln of these</source>
        <translation>
            <numerusform>%1: 이 중 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more owner(s)</source>
        <translation>
            <numerusform>그 밖의 소유자 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has not answered for %2. What it does is shown when it answers.</source>
        <translation>%1이(가) %2 동안 응답하지 않습니다. 응답하면 결과가 표시됩니다.</translation>
    </message>
    <message>
        <source>The connection was closed.</source>
        <translation>연결이 닫혔습니다.</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>변경됨</translation>
    </message>
    <message>
        <source>This is the evidence of the first %1 of %2</source>
        <translation>%2개 중 처음 %1개의 근거입니다</translation>
    </message>
    <message>
        <source>%1 has not answered for %2. The sheet goes on when it answers.</source>
        <translation>%1이(가) %2 동안 응답하지 않습니다. 응답하면 이 시트가 이어집니다.</translation>
    </message>
    <message>
        <source>%1: %2. What is shown is that old. The sheet goes on when it answers.</source>
        <translation>%1: %2. 표시된 내용은 그만큼 오래되었습니다. 응답하면 이 시트가 이어집니다.</translation>
    </message>
    <message>
        <source>%1 of %2 changed hands or are gone: they are left alone.</source>
        <translation>%2개 중 %1개의 보유자가 바뀌었거나 사라졌습니다. 건드리지 않습니다.</translation>
    </message>
    <message>
        <source>Take up who holds them now</source>
        <translation>현재 보유자를 대상으로 삼기</translation>
    </message>
    <message>
        <source>%1 is gone: there is nothing to do.</source>
        <translation>%1이(가) 사라졌습니다. 할 일이 없습니다.</translation>
    </message>
    <message>
        <source>Changed: nobody holds %1 now.</source>
        <translation>변경됨: 지금은 %1을(를) 보유한 소유자가 없습니다.</translation>
    </message>
    <message>
        <source>Take it up as it is now</source>
        <translation>지금 상태를 대상으로 삼기</translation>
    </message>
    <message>
        <source>Changed hands: %1 holds it now, token %2.</source>
        <translation>보유자가 바뀜: 지금은 %1이(가) 보유, 토큰 %2.</translation>
    </message>
    <message>
        <source>Take up %1</source>
        <translation>%1을(를) 대상으로 삼기</translation>
    </message>
    <message>
        <source>Renewed since: its holder lived then. It was expired when you decided.</source>
        <translation>그 뒤 갱신됨: 그때는 보유자가 살아 있었습니다. 결정할 때는 만료된 상태였습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were renewed since: their holders lived then.</source>
        <translation>
            <numerusform>그중 %Ln개가 그 뒤 갱신되었습니다. 그때는 보유자가 살아 있었습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on all the same</source>
        <translation>그래도 계속</translation>
    </message>
    <message>
        <source>Renewed since this sheet was opened.</source>
        <translation>이 창을 연 뒤 갱신되었습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were renewed since this sheet was opened.</source>
        <translation>
            <numerusform>이 창을 연 뒤 %Ln개가 갱신되었습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is left to do.</source>
        <translation>남은 일이 없습니다.</translation>
    </message>
    <message>
        <source>the same for %1 more</source>
        <translation>나머지 %1개도 동일</translation>
    </message>
    <message>
        <source>what the command line below sends</source>
        <translation>아래 명령줄이 보내는 것과 같음</translation>
    </message>
    <message>
        <source>what the command lines below send</source>
        <translation>아래 명령줄들이 보내는 것과 같음</translation>
    </message>
    <message>
        <source>%1 of them are not shown here</source>
        <translation>그중 %1개는 여기에 표시되지 않습니다</translation>
    </message>
    <message>
        <source>%1 works on %2</source>
        <translation>%1이(가) %2 작업 중</translation>
    </message>
    <message>
        <source>the script %1:</source>
        <translation>스크립트 %1:</translation>
    </message>
    <message>
        <source>%1 worked on %2 at its last heartbeat, %3</source>
        <translation>%1: 마지막 하트비트(%3) 때 %2 작업 중이었음</translation>
    </message>
    <message>
        <source>%1 of %2 asked. The others are left alone.</source>
        <translation>%2개 중 %1개에 요청했습니다. 나머지는 그대로 둡니다.</translation>
    </message>
    <message>
        <source>%1 of %2 asked</source>
        <translation>%2개 중 %1개 요청</translation>
    </message>
    <message>
        <source>%1; %2 were left alone</source>
        <translation>%1; %2개는 그대로 둠</translation>
    </message>
    <message>
        <source>%1 lives, and works on nothing</source>
        <translation>%1: 살아 있고 처리 중인 작업이 없음</translation>
    </message>
    <message>
        <source>%1 sent its last heartbeat at %2, %3</source>
        <translation>%1: 마지막 하트비트 %2, %3</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more worker(s)</source>
        <translation>
            <numerusform>그 밖에 워커 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>due</source>
        <translation>처리 예정</translation>
    </message>
    <message>
        <source>message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>토픽</translation>
    </message>
    <message>
        <source>tries</source>
        <translation>시도</translation>
    </message>
    <message>
        <source>age</source>
        <translation>경과</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>pid</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>last heartbeat</source>
        <translation>마지막 하트비트</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>잠금</translation>
    </message>
    <message>
        <source>lease left</source>
        <translation>남은 임대</translation>
    </message>
    <message>
        <source>Changed: %1 is held off until %2 now.</source>
        <translation>변경됨: %1은(는) 지금 %2까지 보류되어 있습니다.</translation>
    </message>
    <message>
        <source>Held off until %1</source>
        <translation>%1까지 보류됨</translation>
    </message>
    <message>
        <source>Held off until %1 by %2</source>
        <translation>%2이(가) %1까지 보류함</translation>
    </message>
    <message>
        <source>Holder %1: %2</source>
        <translation>보유자 %1: %2</translation>
    </message>
</context>
<context>
    <name>lockdesk::ActionSheet</name>
    <message>
        <source>Commands that will run</source>
        <translation>실행할 명령</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>명령줄에서 같은 작업</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>모두 복사</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>what happened, ticket</source>
        <translation>일어난 일, 티켓</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>근거</translation>
    </message>
    <message>
        <source>What will happen</source>
        <translation>일어날 일</translation>
    </message>
    <message>
        <source>Type %1</source>
        <translation>%1 입력</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>선택 사항</translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s)</source>
        <translation>
            <numerusform>명령 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>This connection is read-only: the session itself cannot write.</source>
        <translation>이 연결은 읽기 전용입니다. 세션 자체가 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>Write a number and a unit, such as 30s or 5m.</source>
        <translation>30s나 5m처럼 숫자와 단위를 입력해야 합니다.</translation>
    </message>
    <message>
        <source>Write a reason.</source>
        <translation>사유를 입력해야 합니다.</translation>
    </message>
    <message>
        <source>Type %1.</source>
        <translation>%1 입력이 필요합니다.</translation>
    </message>
    <message>
        <source>The commands that would run are not known yet.</source>
        <translation>실행할 명령을 아직 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source># and %1 more: Copy all has them</source>
        <translation># 그리고 %1개 더: 모두 복사에 들어 있습니다</translation>
    </message>
    <message>
        <source>What is shown has changed: take it up or cancel.</source>
        <translation>표시된 내용이 바뀌었습니다. 대상으로 삼거나 취소하세요.</translation>
    </message>
    <message>
        <source>That is not it: type %1.</source>
        <translation>다릅니다. %1을(를) 입력하세요.</translation>
    </message>
    <message>
        <source>The list above has the results of all %1.</source>
        <translation>위 목록에 %1개 모두의 결과가 있습니다.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Copies the command lines</source>
        <translation>명령줄을 모두 복사</translation>
    </message>
</context>
<context>
    <name>lockdesk::ActivityPage</name>
    <message>
        <source>Events</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>감사</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>아직 아무 일도 없습니다.</translation>
    </message>
    <message>
        <source>Acquisitions, claims, takeovers, refusals and whatever else moves appear here, newest first.</source>
        <translation>획득, 점유, 인계, 거부 등 모든 움직임이 최신순으로 여기에 표시됩니다.</translation>
    </message>
    <message>
        <source>Nobody has forced anything.</source>
        <translation>강제 조치가 없습니다.</translation>
    </message>
    <message>
        <source>Each forced action appears here: who, when, why, and what came of it.</source>
        <translation>강제 조치마다 누가, 언제, 왜 했고 결과가 어땠는지 여기에 표시됩니다.</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>활동</translation>
    </message>
    <message>
        <source>Forced releases, hold-offs, relocks and retries appear here, with who, why and what came of it. They are written in the store, or in a file of yours where the store has no place for them.</source>
        <translation>강제 해제, 보류, 다시 잠금, 재시도가 누가, 왜 했고 결과가 어땠는지와 함께 여기에 표시됩니다. 이 내용은 저장소에, 저장소에 기록할 곳이 없으면 내 컴퓨터의 파일에 기록됩니다.</translation>
    </message>
    <message>
        <source>Nothing fits the filter.</source>
        <translation>필터에 맞는 항목이 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln forced action(s)</source>
        <translation>
            <numerusform>강제 조치 %Ln건</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln forced action(s) in the stores&apos; audit</source>
        <translation>
            <numerusform>저장소 감사 기록의 강제 조치 %Ln건</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other(s) are here. Esc clears the filter.</source>
        <translation>
            <numerusform>다른 항목 %Ln개가 있습니다. Esc를 누르면 필터가 지워집니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) since the connections were opened</source>
        <translation>
            <numerusform>연결을 연 뒤 이벤트 %Ln건</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the &amp;Row</source>
        <translation>행으로 이동(&amp;R)</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>대기 관계</translation>
    </message>
    <message>
        <source>Nobody waits.</source>
        <translation>아무도 기다리지 않습니다.</translation>
    </message>
    <message>
        <source>Whoever waits for a lock appears here, with its holder, and so do sessions of PostgreSQL and MariaDB that wait for one another&apos;s rows and tables. Those that wait in a circle are named.</source>
        <translation>잠금을 기다리는 쪽과 그 보유자가 여기에 나타나고, 서로의 행이나 테이블을 기다리는 PostgreSQL과 MariaDB의 세션도 나타납니다. 서로 맞물려 기다리는 고리는 이름을 밝힙니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait(s)</source>
        <translation>
            <numerusform>대기 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the newest %Ln forced action(s); lockdeskctl list audit has all of a store</source>
        <translation>
            <numerusform>최근 강제 조치 %Ln건; 한 저장소의 전체 기록은 lockdeskctl list audit</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::AddressFields</name>
    <message>
        <source>Choose…</source>
        <translation>선택…</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>선택</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>데이터베이스</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>포트</translation>
    </message>
    <message>
        <source>User</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>비밀번호</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Its name</source>
        <translation>서버 이름</translation>
    </message>
    <message>
        <source>Authorities</source>
        <translation>인증 기관</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>인증서</translation>
    </message>
    <message>
        <source>Its key</source>
        <translation>인증서 키</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>옵션</translation>
    </message>
    <message>
        <source>those of the system</source>
        <translation>시스템의 인증 기관</translation>
    </message>
    <message>
        <source>the server&apos;s address</source>
        <translation>서버 주소</translation>
    </message>
    <message>
        <source>The name that the server&apos;s certificate must have</source>
        <translation>서버 인증서에 있어야 하는 이름</translation>
    </message>
    <message>
        <source>File of the certificates that sign the server&apos;s</source>
        <translation>서버 인증서에 서명한 인증서의 파일</translation>
    </message>
    <message>
        <source>Further options of the store&apos;s client, as in the address: name=value&amp;name=value</source>
        <translation>저장소 클라이언트의 추가 옵션, 주소에서처럼: name=value&amp;name=value</translation>
    </message>
    <message>
        <source>Choose the SQLite file</source>
        <translation>SQLite 파일 선택</translation>
    </message>
    <message>
        <source>Choose the file of authorities</source>
        <translation>인증 기관 파일 선택</translation>
    </message>
    <message>
        <source>SQLite file</source>
        <translation>SQLite 파일</translation>
    </message>
    <message>
        <source>verified, by rediss://</source>
        <translation>검증함(rediss://)</translation>
    </message>
    <message>
        <source>the client&apos;s own way</source>
        <translation>클라이언트 기본값</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>검증함</translation>
    </message>
    <message>
        <source>any server</source>
        <translation>검증 안 함</translation>
    </message>
    <message>
        <source>off</source>
        <translation>끔</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Each server of the list has its own</source>
        <translation>목록의 각 서버에 포트가 있습니다</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>in that file</source>
        <translation>인증서 파일에 있음</translation>
    </message>
</context>
<context>
    <name>lockdesk::AlertsDialog</name>
    <message>
        <source>Notify on the desktop</source>
        <translation>데스크톱에 알림</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>Findings that are notified</source>
        <translation>알릴 발견 사항</translation>
    </message>
    <message>
        <source>only what needs somebody now</source>
        <translation>즉시 조치가 필요한 것만</translation>
    </message>
    <message>
        <source>warnings as well</source>
        <translation>경고 포함</translation>
    </message>
    <message>
        <source>every finding</source>
        <translation>모든 발견 사항</translation>
    </message>
    <message>
        <source>When a finding appears while this program runs, it also runs a program, without a shell, with the finding as JSON on its standard input, or posts it to an address. An address that is a secret belongs into a file that only you can read: @/path/to/file.</source>
        <translation>이 프로그램이 실행되는 동안 발견 사항이 나타나면 셸 없이 프로그램을 실행해 표준 입력으로 JSON을 전달하거나 주소로 전송합니다. 비밀인 주소는 본인만 읽을 수 있는 파일에 두세요: @/path/to/file.</translation>
    </message>
    <message>
        <source>Needs somebody now</source>
        <translation>즉시 조치 필요</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>참고</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>%1: command</source>
        <translation>%1: 명령</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>웹훅</translation>
    </message>
    <message>
        <source>%1: webhook</source>
        <translation>%1: 웹훅</translation>
    </message>
</context>
<context>
    <name>lockdesk::AskPanel</name>
    <message>
        <source>Show answer</source>
        <translation>정답 보기</translation>
    </message>
    <message>
        <source>Ask the class</source>
        <translation>학생들에게 질문</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>The same step: %1</source>
        <translation>같은 단계: %1</translation>
    </message>
    <message>
        <source>Questions to the class appear here, and what the same step does in another way.</source>
        <translation>교실에 던질 질문과, 같은 단계가 다른 방식에서 어떻게 되는지가 여기에 표시됩니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::AuditTableModel</name>
    <message>
        <source>at</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>who</source>
        <translation>주체</translation>
    </message>
    <message>
        <source>action</source>
        <translation>조치</translation>
    </message>
    <message>
        <source>what</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>이 컴퓨터</translation>
    </message>
    <message>
        <source>where</source>
        <translation>위치</translation>
    </message>
</context>
<context>
    <name>lockdesk::Banner</name>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more do not answer.</source>
        <translation>
            <numerusform>%Ln개가 더 응답하지 않습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>지금 시도</translation>
    </message>
    <message>
        <source>%1 did not answer then:</source>
        <translation>그때 %1 응답 없음:</translation>
    </message>
    <message>
        <source>Enter the password…</source>
        <translation>비밀번호 입력…</translation>
    </message>
</context>
<context>
    <name>lockdesk::ChartView</name>
    <message>
        <source>Export chart</source>
        <translation>차트 내보내기</translation>
    </message>
    <message>
        <source>Export picture…</source>
        <translation>그림 내보내기…</translation>
    </message>
    <message>
        <source>Export values…</source>
        <translation>값 내보내기…</translation>
    </message>
</context>
<context>
    <name>lockdesk::ClassActions</name>
    <message>
        <source>Crash %1</source>
        <translation>%1 강제 종료</translation>
    </message>
    <message>
        <source>Freeze %1</source>
        <translation>%1 얼리기</translation>
    </message>
    <message>
        <source>Thaw %1</source>
        <translation>%1 녹이기</translation>
    </message>
    <message>
        <source>Slow %1 down, 5 times</source>
        <translation>%1 5배 느리게</translation>
    </message>
    <message>
        <source>Hang %1</source>
        <translation>%1 멈춤</translation>
    </message>
    <message>
        <source>Cut %1 off</source>
        <translation>%1 연결 끊기</translation>
    </message>
    <message>
        <source>Reconnect %1</source>
        <translation>%1 다시 연결</translation>
    </message>
    <message>
        <source>Set the clock of %1 back by 1 min</source>
        <translation>%1 시계를 1분 뒤로 돌리기</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>이전 단계</translation>
    </message>
    <message>
        <source>Again from the beginning</source>
        <translation>처음부터 다시</translation>
    </message>
    <message>
        <source>Again with another seed</source>
        <translation>다른 시드로 다시</translation>
    </message>
    <message>
        <source>Set the clock…</source>
        <translation>시계 설정…</translation>
    </message>
    <message>
        <source>First wrong step</source>
        <translation>처음 틀린 단계</translation>
    </message>
    <message>
        <source>Show answer</source>
        <translation>정답 보기</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>속도</translation>
    </message>
    <message>
        <source>Next way</source>
        <translation>다음 방식</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>다음 수업</translation>
    </message>
    <message>
        <source>Last lesson</source>
        <translation>이전 수업</translation>
    </message>
    <message>
        <source>Choose the store…</source>
        <translation>저장소 선택…</translation>
    </message>
    <message>
        <source>Join from another machine…</source>
        <translation>다른 컴퓨터에서 참여…</translation>
    </message>
    <message>
        <source>Result sheet…</source>
        <translation>결과지…</translation>
    </message>
    <message>
        <source>Save recording…</source>
        <translation>기록 저장…</translation>
    </message>
    <message>
        <source>Open recording or result…</source>
        <translation>기록 또는 결과 열기…</translation>
    </message>
    <message>
        <source>Read lessons again</source>
        <translation>수업 다시 읽기</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>an actor</source>
        <translation>참여자</translation>
    </message>
    <message>
        <source>%1, sandbox</source>
        <translation>%1, 샌드박스</translation>
    </message>
    <message>
        <source>Beside it</source>
        <translation>나란히 실행</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
</context>
<context>
    <name>lockdesk::ClassClock</name>
    <message>
        <source>Set the clock (G)</source>
        <translation>시계 설정 (G)</translation>
    </message>
    <message>
        <source>over</source>
        <translation>끝남</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Sandbox clock %1, %2</source>
        <translation>샌드박스 시계 %1, %2</translation>
    </message>
    <message>
        <source>sandbox clock</source>
        <translation>샌드박스 시계</translation>
    </message>
</context>
<context>
    <name>lockdesk::ClassTrack</name>
    <message>
        <source>Its rules cannot be read.</source>
        <translation>규칙을 읽을 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::Classroom</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 was closed. The steps so far stay.</source>
        <translation>%1 닫힘. 지금까지의 단계는 남습니다.</translation>
    </message>
    <message>
        <source>That connection is not open.</source>
        <translation>그 연결은 열려 있지 않습니다.</translation>
    </message>
    <message>
        <source>There is no lesson&apos;s result in %1.</source>
        <translation>%1에 수업 결과가 없습니다.</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>아직 아무 일도 없습니다.</translation>
    </message>
    <message>
        <source>%1 did not come with Lockdesk. It sends commands and SQL of its own to a sandbox of the chosen store.</source>
        <translation>%1은(는) Lockdesk와 함께 온 수업이 아닙니다. 선택한 저장소의 샌드박스에 명령과 자체 SQL을 보냅니다.</translation>
    </message>
    <message>
        <source>%1 did not come with Lockdesk. It sends commands to a sandbox of the chosen store.</source>
        <translation>%1은(는) Lockdesk와 함께 온 수업이 아닙니다. 선택한 저장소의 샌드박스에 명령을 보냅니다.</translation>
    </message>
    <message>
        <source>The lesson runs again up to here; what came after is dropped.</source>
        <translation>여기까지 다시 실행하고, 그 뒤의 일은 버립니다.</translation>
    </message>
    <message>
        <source>Nobody goes on: whoever is left waits inside the store. Thaw or crash who does not move.</source>
        <translation>아무도 나아가지 못합니다. 남은 쪽은 저장소 안에서 기다립니다. 움직이지 않는 쪽을 녹이거나 강제 종료하세요.</translation>
    </message>
</context>
<context>
    <name>lockdesk::ClassroomPage</name>
    <message>
        <source>Lanes of the lesson</source>
        <translation>수업의 레인</translation>
    </message>
    <message>
        <source>Only actors can be hurt: choose one of their lanes.</source>
        <translation>장애는 참여자에게만 줄 수 있습니다. 참여자의 레인을 선택해야 합니다.</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장됨: %1</translation>
    </message>
    <message>
        <source>Save recording</source>
        <translation>기록 저장</translation>
    </message>
    <message>
        <source>Recordings (*.jsonl)</source>
        <translation>기록 (*.jsonl)</translation>
    </message>
    <message>
        <source>Open recording or result</source>
        <translation>기록 또는 결과 열기</translation>
    </message>
    <message>
        <source>Recordings and results (*.jsonl *.html)</source>
        <translation>기록 및 결과 (*.jsonl *.html)</translation>
    </message>
    <message>
        <source>Not opened.</source>
        <translation>열지 못했습니다.</translation>
    </message>
    <message>
        <source>Classroom</source>
        <translation>교실</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>수업</translation>
    </message>
    <message>
        <source>Fault on %1: Shift+F freezes, Shift+C crashes · Enter: all</source>
        <translation>%1에 장애: Shift+F 얼리기, Shift+C 강제 종료 · Enter: 전체</translation>
    </message>
    <message>
        <source>Space runs and pauses · → step · ← step back · R starts again · F5 normal size</source>
        <translation>Space 실행/일시 정지 · → 다음 단계 · ← 이전 단계 · R 다시 시작 · F5 보통 크기</translation>
    </message>
    <message>
        <source>Space runs and pauses · → step · ← step back · R starts again · F5 projector size</source>
        <translation>Space 실행/일시 정지 · → 다음 단계 · ← 이전 단계 · R 다시 시작 · F5 프로젝터 크기</translation>
    </message>
    <message>
        <source>sandbox %1 on %2, removed when you leave</source>
        <translation>%2의 샌드박스 %1, 나가면 삭제됨</translation>
    </message>
    <message>
        <source>recording from %1, nothing runs</source>
        <translation>%1의 기록, 실행 중인 것 없음</translation>
    </message>
    <message>
        <source>no sandbox</source>
        <translation>샌드박스 없음</translation>
    </message>
    <message>
        <source>Done: %1 of %2 ways</source>
        <translation>완료: 방법 %2개 중 %1개</translation>
    </message>
    <message>
        <source>Which lock?</source>
        <translation>어떤 잠금?</translation>
    </message>
    <message>
        <source>The ways side by side</source>
        <translation>방법 나란히 비교</translation>
    </message>
    <message>
        <source>This lesson cannot be read.</source>
        <translation>이 수업을 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>다시 읽기</translation>
    </message>
    <message>
        <source>Not on this store.</source>
        <translation>이 저장소에서는 할 수 없습니다.</translation>
    </message>
    <message>
        <source>The lesson stopped.</source>
        <translation>수업이 중단되었습니다.</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>다시 시작</translation>
    </message>
    <message>
        <source>No lesson is open.</source>
        <translation>열린 수업이 없습니다.</translation>
    </message>
    <message>
        <source>The right way</source>
        <translation>올바른 방법</translation>
    </message>
    <message>
        <source>A wrong way</source>
        <translation>잘못된 방법</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>choose a store</source>
        <translation>저장소 선택</translation>
    </message>
    <message>
        <source>%1, sandbox</source>
        <translation>%1, 샌드박스</translation>
    </message>
    <message>
        <source>Store: %1</source>
        <translation>저장소: %1</translation>
    </message>
    <message>
        <source>The store that the lesson runs on, in a sandbox of its own (D)</source>
        <translation>수업이 전용 샌드박스에서 실행되는 저장소 (D)</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Speed: %1</source>
        <translation>속도: %1</translation>
    </message>
    <message>
        <source>Somebody else&apos;s lesson.</source>
        <translation>다른 사람이 만든 수업입니다.</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Its SQL would not stay in the sandbox.</source>
        <translation>이 수업의 SQL은 샌드박스 안에 머물지 않습니다.</translation>
    </message>
    <message>
        <source>Run it all the same</source>
        <translation>그래도 실행</translation>
    </message>
    <message numerus="yes">
        <source>%Ln joined</source>
        <translation>
            <numerusform>%Ln명 참여</numerusform>
        </translation>
    </message>
    <message>
        <source>joined: %1</source>
        <translation>참여: %1</translation>
    </message>
    <message>
        <source>Lanes and lesson</source>
        <translation>레인과 수업</translation>
    </message>
    <message>
        <source>Parts of the lesson</source>
        <translation>수업의 부분</translation>
    </message>
    <message>
        <source>Height of the lanes</source>
        <translation>레인의 높이</translation>
    </message>
    <message>
        <source>Width of the steps</source>
        <translation>단계의 너비</translation>
    </message>
    <message>
        <source>Width of the questions</source>
        <translation>질문의 너비</translation>
    </message>
</context>
<context>
    <name>lockdesk::ClockPopup</name>
    <message>
        <source>Everything due until then happens at once.</source>
        <translation>그때까지 처리 예정인 모든 것이 한꺼번에 일어납니다.</translation>
    </message>
    <message>
        <source>Set the sandbox clock to</source>
        <translation>샌드박스 시계 설정</translation>
    </message>
    <message>
        <source>Time of the lesson, as 42, 1:30 or 2m</source>
        <translation>수업 시간, 예: 42, 1:30, 2m</translation>
    </message>
    <message>
        <source>Not a time. As 42, 1:30 or 2m.</source>
        <translation>시간이 아닙니다. 예: 42, 1:30, 2m.</translation>
    </message>
</context>
<context>
    <name>lockdesk::ConnectDialog</name>
    <message>
        <source>Read-only: the session itself cannot write</source>
        <translation>읽기 전용: 세션 자체가 쓸 수 없음</translation>
    </message>
    <message>
        <source>Remember the password in the keyring</source>
        <translation>키링에 비밀번호 저장</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>연결 시험</translation>
    </message>
    <message>
        <source>Create the schema</source>
        <translation>스키마 만들기</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation>저장 후 연결</translation>
    </message>
    <message>
        <source>Connect to a store</source>
        <translation>저장소에 연결</translation>
    </message>
    <message>
        <source>Edit connection</source>
        <translation>연결 편집</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>주소</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Whose locks are shown, with spaces: lockdesk dist_lock shedlock:table=jobs redisson string</source>
        <translation>잠금을 표시할 소스, 공백으로 구분: lockdesk dist_lock shedlock:table=jobs redisson string</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>환경</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>The schema is missing</source>
        <translation>스키마가 없음</translation>
    </message>
    <message>
        <source>This is what will run. Nothing is created without asking.</source>
        <translation>다음이 실행됩니다. 확인 없이는 아무것도 만들지 않습니다.</translation>
    </message>
    <message>
        <source>Statements that create the schema</source>
        <translation>스키마를 만드는 구문</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>A name is needed: the strip and the command line (@name) use it.</source>
        <translation>이름이 필요합니다. 스트립과 명령줄(@name)에서 사용합니다.</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>%1에 확인하는 중</translation>
    </message>
    <message>
        <source>Workers and relays remove sent messages, done tasks, silent workers and free locks that are older: 30d, 12h, or off to keep all of them.</source>
        <translation>워커와 릴레이가 이보다 오래된 보낸 메시지, 끝난 작업, 소식 없는 워커, 빈 잠금을 지웁니다: 30d, 12h, 모두 남기려면 off.</translation>
    </message>
    <message>
        <source>Retention</source>
        <translation>보존 기간</translation>
    </message>
    <message>
        <source>The schema is of an older version</source>
        <translation>스키마가 이전 버전입니다</translation>
    </message>
    <message>
        <source>This is what will run. Older programs can only read it afterwards.</source>
        <translation>다음이 실행됩니다. 그 뒤 이전 프로그램은 읽기만 할 수 있습니다.</translation>
    </message>
    <message>
        <source>Bring it up to date</source>
        <translation>최신으로 올리기</translation>
    </message>
    <message>
        <source>Statements that bring the schema up to date</source>
        <translation>스키마를 최신으로 올리는 구문</translation>
    </message>
    <message>
        <source>A read-only connection removes nothing.</source>
        <translation>읽기 전용 연결은 아무것도 지우지 않습니다.</translation>
    </message>
    <message>
        <source>Bringing the schema to the present version</source>
        <translation>스키마를 현재 버전으로 올리는 중</translation>
    </message>
    <message>
        <source>A read-only connection changes nothing: take the check mark away first.</source>
        <translation>읽기 전용 연결은 아무것도 바꾸지 않습니다. 먼저 체크를 해제하세요.</translation>
    </message>
    <message>
        <source>No keyring runs on this computer: the password is kept until Lockdesk ends.</source>
        <translation>이 컴퓨터에서 실행 중인 키링이 없습니다. 비밀번호는 Lockdesk를 끝낼 때까지만 유지됩니다.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>never saved in the settings</source>
        <translation>설정에 저장하지 않음</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>그룹</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
</context>
<context>
    <name>lockdesk::ConnectionBackend</name>
    <message>
        <source>%1 answers in %2 ms; clock %3; %4</source>
        <translation>%1 응답 %2 ms; 시계 %3; %4</translation>
    </message>
    <message>
        <source>Lockdesk&apos;s schema is not there</source>
        <translation>Lockdesk 스키마 없음</translation>
    </message>
    <message>
        <source>schema version %1</source>
        <translation>스키마 버전 %1</translation>
    </message>
</context>
<context>
    <name>lockdesk::ConnectionsDialog</name>
    <message>
        <source>open</source>
        <translation>열림</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>주소</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>환경</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Saved connections</source>
        <translation>저장된 연결</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>새로 만들기…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>편집…</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>복제…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>위로</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>아래로</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>%1 was deleted.</source>
        <translation>%1을(를) 삭제했습니다.</translation>
    </message>
    <message>
        <source>Its store is as it was.</source>
        <translation>저장소는 그대로입니다.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>No connection is saved.</source>
        <translation>저장된 연결이 없습니다.</translation>
    </message>
    <message>
        <source>New… describes a store: its address, its environment, and whether it is read-only. It is then listed here.</source>
        <translation>새로 만들기…에서 저장소의 주소, 환경, 읽기 전용 여부를 정합니다. 그러면 여기에 표시됩니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::DetailPanel</name>
    <message>
        <source>Close the detail</source>
        <translation>상세 정보 닫기</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>닫기 (Esc)</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>상세 정보</translation>
    </message>
    <message>
        <source>History</source>
        <translation>이력</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>레코드</translation>
    </message>
    <message>
        <source>Parts of the detail</source>
        <translation>상세 정보 구성</translation>
    </message>
    <message>
        <source>Why is this not moving?</source>
        <translation>왜 진행되지 않는가?</translation>
    </message>
    <message>
        <source>Detail of %1</source>
        <translation>%1 상세 정보</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>발견 사항</translation>
    </message>
    <message>
        <source>History %1</source>
        <translation>이력 %1</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>아직 없음</translation>
    </message>
    <message>
        <source>Since opened</source>
        <translation>연결 후 변화</translation>
    </message>
    <message>
        <source>Nothing has happened to it since this connection was opened, and no audit has it.</source>
        <translation>이 연결을 연 뒤로 아무 일도 없었고, 감사 기록에도 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::FilterBox</name>
    <message>
        <source>filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Menu of the filter</source>
        <translation>필터 메뉴</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>필터 지우기</translation>
    </message>
    <message>
        <source>Clear filter (Esc)</source>
        <translation>필터 지우기(Esc)</translation>
    </message>
    <message>
        <source>Saved filters and help</source>
        <translation>저장된 필터와 도움말</translation>
    </message>
    <message>
        <source>&amp;Save This Filter…</source>
        <translation>이 필터 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Delete Saved Filter</source>
        <translation>저장된 필터 삭제(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Clear Filter</source>
        <translation>필터 지우기(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help on Filters</source>
        <translation>필터 도움말(&amp;H)</translation>
    </message>
    <message>
        <source>Save Filter</source>
        <translation>필터 저장</translation>
    </message>
    <message>
        <source>&amp;Name of the filter:</source>
        <translation>필터 이름(&amp;N):</translation>
    </message>
    <message>
        <source>This name is taken. Choose another one, or delete that filter first.</source>
        <translation>이미 사용 중인 이름입니다. 다른 이름을 고르거나 먼저 그 필터를 삭제하십시오.</translation>
    </message>
    <message>
        <source>rows with this word in any text</source>
        <translation>어느 텍스트에든 이 단어가 있는 행</translation>
    </message>
    <message>
        <source>exactly this value</source>
        <translation>정확히 이 값</translation>
    </message>
    <message>
        <source>a part of it</source>
        <translation>값의 일부</translation>
    </message>
    <message>
        <source>all but these</source>
        <translation>이것을 뺀 나머지</translation>
    </message>
    <message>
        <source>more or (with &lt;) less: numbers and spans of time</source>
        <translation>초과 또는 (&lt;로) 미만: 숫자와 시간 길이</translation>
    </message>
    <message>
        <source>a value with spaces</source>
        <translation>공백이 있는 값</translation>
    </message>
    <message>
        <source>completes the word</source>
        <translation>단어를 완성합니다</translation>
    </message>
    <message>
        <source>chooses another word and inserts it</source>
        <translation>다른 단어를 골라 넣습니다</translation>
    </message>
    <message>
        <source>closes the list, then clears the filter</source>
        <translation>목록을 닫고, 다시 누르면 필터를 지웁니다</translation>
    </message>
    <message>
        <source>saved filters</source>
        <translation>저장된 필터</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Words; all of them must hold</source>
        <translation>조건: 모두 맞아야 합니다</translation>
    </message>
    <message>
        <source>Keys of this table, and values in it</source>
        <translation>이 표의 필터 키와 표에 있는 값</translation>
    </message>
    <message>
        <source>Keys of the keyboard</source>
        <translation>키보드 단축키</translation>
    </message>
    <message>
        <source>names with this part</source>
        <translation>이 부분이 들어 있는 이름</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>단어</translation>
    </message>
</context>
<context>
    <name>lockdesk::FilterCompleter</name>
    <message>
        <source>Words for the filter</source>
        <translation>필터에 넣을 단어</translation>
    </message>
</context>
<context>
    <name>lockdesk::FindingActions</name>
    <message>
        <source>%1: all %2 of %3</source>
        <translation>%1: %3의 %2건 모두</translation>
    </message>
    <message>
        <source>Next Step…</source>
        <translation>다음 조치…</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>확인…</translation>
    </message>
    <message>
        <source>Mute…</source>
        <translation>숨기기…</translation>
    </message>
    <message>
        <source>Show and Count Again</source>
        <translation>다시 표시하고 집계</translation>
    </message>
    <message>
        <source>These findings have different next steps or stores: choose those of one.</source>
        <translation>선택한 발견 사항의 다음 조치나 저장소가 서로 다릅니다. 한 종류만 선택하세요.</translation>
    </message>
    <message>
        <source>Open the muted findings first and choose some of them.</source>
        <translation>먼저 숨긴 발견 사항을 펼치고 그중에서 선택하세요.</translation>
    </message>
    <message>
        <source>More than %1 at once: choose fewer.</source>
        <translation>한 번에 %1건을 넘을 수 없습니다. 더 적게 선택하세요.</translation>
    </message>
</context>
<context>
    <name>lockdesk::FirstStart</name>
    <message>
        <source>Locks</source>
        <translation>잠금</translation>
    </message>
    <message>
        <source>This is the demo.</source>
        <translation>데모입니다.</translation>
    </message>
    <message>
        <source>One SQLite file of your own with three live workers. Nothing here is anybody’s data: break it.</source>
        <translation>살아 있는 워커 셋이 있는 전용 SQLite 파일입니다. 누구의 데이터도 아니므로 마음껏 망가뜨려도 됩니다.</translation>
    </message>
    <message>
        <source>Start with an empty window</source>
        <translation>빈 창으로 시작</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>발견 사항</translation>
    </message>
    <message>
        <source>Needs a human</source>
        <translation>사람의 조치 필요</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>모두 보기</translation>
    </message>
    <message>
        <source>%1 in one source, live</source>
        <translation>소스 하나에 %1개, 실시간</translation>
    </message>
    <message>
        <source>Workers, last 60 s</source>
        <translation>워커, 최근 60초</translation>
    </message>
    <message>
        <source>Open Workers</source>
        <translation>워커 열기</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>활동</translation>
    </message>
    <message>
        <source>Open Activity</source>
        <translation>활동 열기</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>직접 해 보기</translation>
    </message>
</context>
<context>
    <name>lockdesk::JobsCharts</name>
    <message>
        <source>Time held</source>
        <translation>보유 시간</translation>
    </message>
    <message>
        <source>Time waited</source>
        <translation>대기 시간</translation>
    </message>
    <message>
        <source>Tasks by phase</source>
        <translation>단계별 작업</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>No lock was seen from its grant to its release yet.</source>
        <translation>획득부터 해제까지 관찰된 잠금이 아직 없습니다.</translation>
    </message>
    <message>
        <source>No task is here.</source>
        <translation>작업이 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) wait now. No wait for a lock was seen to its end yet.</source>
        <translation>
            <numerusform>지금 대기자 %Ln개가 기다립니다. 끝까지 관찰된 잠금 대기가 아직 없습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>No wait for a lock was seen to its end yet.</source>
        <translation>끝까지 관찰된 잠금 대기가 아직 없습니다.</translation>
    </message>
    <message>
        <source>Tasks by state</source>
        <translation>상태별 작업</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>due</source>
        <translation>처리 예정</translation>
    </message>
    <message>
        <source>held</source>
        <translation>보유 중</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>Tasks by state, of those read</source>
        <translation>상태별 작업(읽은 것만)</translation>
    </message>
    <message>
        <source>Tasks by phase, of those read</source>
        <translation>단계별 작업(읽은 것만)</translation>
    </message>
</context>
<context>
    <name>lockdesk::JobsPage</name>
    <message>
        <source>What was measured</source>
        <translation>측정한 내용</translation>
    </message>
    <message>
        <source>Nothing fits the filter.</source>
        <translation>필터에 맞는 항목이 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other(s) are here. Esc clears the filter.</source>
        <translation>
            <numerusform>다른 항목 %Ln개가 있습니다. Esc를 누르면 필터가 지워집니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>No job was seen.</source>
        <translation>관찰된 정기 작업이 없습니다.</translation>
    </message>
    <message>
        <source>Guards, jobs of ShedLock and dist_lock, session locks, and every lock that is acquired regularly appear here, with their runs.</source>
        <translation>가드, ShedLock과 dist_lock의 정기 작업, 세션 잠금, 그리고 규칙적으로 획득되는 모든 잠금이 실행 기록과 함께 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>정기 작업</translation>
    </message>
    <message numerus="yes">
        <source>%Ln job(s)</source>
        <translation>
            <numerusform>정기 작업 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>No hold of this lock was seen from its grant to its end yet.</source>
        <translation>이 잠금은 획득부터 끝까지 관찰된 보유가 아직 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln job(s) missed a run</source>
        <translation>
            <numerusform>정기 작업 %Ln개가 실행을 건너뛰었습니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other process(es) skipped runs before.</source>
        <translation>
            <numerusform>그 전에 다른 프로세스 %Ln개도 실행을 건너뛰었습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a job to read what was measured of its lock, and who skipped runs.</source>
        <translation>정기 작업을 선택하면 그 잠금에서 측정한 내용과 실행을 건너뛴 프로세스가 표시됩니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::JobsTableModel</name>
    <message>
        <source>missed</source>
        <translation>누락</translation>
    </message>
    <message>
        <source>running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>state</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>job</source>
        <translation>정기 작업</translation>
    </message>
    <message>
        <source>store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>period</source>
        <translation>주기</translation>
    </message>
    <message>
        <source>last run</source>
        <translation>마지막 실행</translation>
    </message>
    <message>
        <source>took</source>
        <translation>소요</translation>
    </message>
    <message>
        <source>by</source>
        <translation>실행자</translation>
    </message>
    <message>
        <source>next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>stood by</source>
        <translation>대기한 쪽</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>기록 없음</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>%1 ×%2</source>
        <translation>%1 ×%2</translation>
    </message>
    <message>
        <source>skipped by</source>
        <translation>건너뜀</translation>
    </message>
    <message>
        <source>A recording does not have who skipped a run.</source>
        <translation>녹화에는 누가 실행을 건너뛰었는지 들어 있지 않습니다.</translation>
    </message>
    <message>
        <source>Not recorded: %1 leaves nothing in the store when it skips a run.</source>
        <translation>기록 없음: %1은(는) 실행을 건너뛸 때 저장소에 아무것도 남기지 않습니다.</translation>
    </message>
    <message>
        <source>Not recorded: guards of lockdeskctl and lockdesk-worker note which runs they skip, in a store with records.</source>
        <translation>기록 없음: lockdeskctl과 lockdesk-worker의 가드만 건너뛴 실행을 레코드가 있는 저장소에 남깁니다.</translation>
    </message>
    <message>
        <source>Nobody skipped a run that is recorded.</source>
        <translation>건너뛴 실행의 기록이 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%1 skipped %Ln run(s), the last one at %2</source>
        <translation>
            <numerusform>%1이(가) 실행을 %Ln번 건너뛰었습니다. 마지막은 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1: %2 held it.</source>
        <translation>%1: %2이(가) 보유 중이었습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::JoinSheet</name>
    <message>
        <source>Copy line</source>
        <translation>줄 복사</translation>
    </message>
    <message>
        <source>Join from another machine</source>
        <translation>다른 컴퓨터에서 참여</translation>
    </message>
    <message>
        <source>Whoever starts this line takes part in the lesson as a process of his own, and appears in the lanes.</source>
        <translation>이 줄을 실행한 사람은 자기 프로세스로 수업에 참여하며 레인에 나타납니다.</translation>
    </message>
    <message>
        <source>Line to start a worker with</source>
        <translation>워커를 시작하는 명령줄</translation>
    </message>
    <message>
        <source>NAME is one of the lesson (%1), whose part it takes over, or any other name for somebody more. Who vanishes does not end the lesson.</source>
        <translation>NAME이 수업의 이름(%1) 중 하나이면 그 역할을 넘겨받고, 다른 이름이면 한 명이 더해집니다. 누가 사라져도 수업은 끝나지 않습니다.</translation>
    </message>
    <message>
        <source>This store is a file: it can be joined from this machine only.</source>
        <translation>이 저장소는 파일이므로 이 컴퓨터에서만 참여할 수 있습니다.</translation>
    </message>
    <message>
        <source>A password goes by the environment (LOCKDESK_STORE) or is asked for; it is not in this line.</source>
        <translation>비밀번호는 환경 변수(LOCKDESK_STORE)로 전달하거나 물어봅니다. 이 줄에는 들어 있지 않습니다.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>복사됨</translation>
    </message>
    <message>
        <source>NAME is one of the lesson (%1), whose part it takes over; other names have no part in this one and are told so. Who vanishes does not end the lesson.</source>
        <translation>NAME은 이 수업의 이름(%1) 가운데 하나이며 그 역할을 넘겨받습니다. 다른 이름은 이 수업에 역할이 없고, 그렇다고 알려 줍니다. 누가 사라져도 수업은 끝나지 않습니다.</translation>
    </message>
    <message>
        <source>Taking part</source>
        <translation>참여자</translation>
    </message>
    <message>
        <source>Who takes part</source>
        <translation>누가 참여하는지</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1(%2)</translation>
    </message>
    <message>
        <source>%1: gone</source>
        <translation>%1: 사라짐</translation>
    </message>
    <message>
        <source>%1: somebody more, with a lane of its own</source>
        <translation>%1: 추가 참여자, 자기 레인이 있음</translation>
    </message>
    <message>
        <source>%1: has taken over that part</source>
        <translation>%1: 그 역할을 넘겨받음</translation>
    </message>
    <message>
        <source>Nobody has joined yet.</source>
        <translation>아직 아무도 참여하지 않았습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::LaneView</name>
    <message>
        <source>Lanes</source>
        <translation>레인</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1, 시각 %2</translation>
    </message>
    <message>
        <source>%1
%2 until now, %3</source>
        <translation>%1
%2부터 지금까지, %3</translation>
    </message>
    <message>
        <source>%1
%2 to %3, %4</source>
        <translation>%1
%2부터 %3까지, %4</translation>
    </message>
</context>
<context>
    <name>lockdesk::LeaseTimeline</name>
    <message>
        <source>Lease and heartbeat over time</source>
        <translation>시간에 따른 임대와 하트비트</translation>
    </message>
    <message>
        <source>cooling</source>
        <translation>냉각</translation>
    </message>
    <message>
        <source>lease</source>
        <translation>임대</translation>
    </message>
    <message>
        <source>beats</source>
        <translation>하트비트</translation>
    </message>
    <message>
        <source>now</source>
        <translation>지금</translation>
    </message>
</context>
<context>
    <name>lockdesk::LessonCatalog</name>
    <message numerus="yes">
        <source>%Ln more: lockdeskctl scenario check lists all mistakes.</source>
        <translation>
            <numerusform>외 %Ln개: 전체 목록은 lockdeskctl scenario check로 볼 수 있습니다.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::LessonChoice</name>
    <message>
        <source>Its lesson is not here: %1, %2.</source>
        <translation>해당 수업이 여기에 없습니다: %1, %2.</translation>
    </message>
    <message>
        <source>That connection is not open.</source>
        <translation>그 연결은 열려 있지 않습니다.</translation>
    </message>
    <message>
        <source>This way takes several Redis servers beside %1: open a redlock:// connection that is not production.</source>
        <translation>이 방법은 %1 외에 여러 Redis 서버가 필요합니다. 운영 환경이 아닌 redlock:// 연결을 여십시오.</translation>
    </message>
    <message>
        <source>%1 cannot do this: it lacks %2.</source>
        <translation>%1에서는 할 수 없습니다. 없는 기능: %2.</translation>
    </message>
    <message>
        <source> or </source>
        <comment>between names of stores</comment>
        <translation> 또는 </translation>
    </message>
    <message>
        <source>locks</source>
        <translation>잠금</translation>
    </message>
    <message>
        <source>a fence</source>
        <translation>펜스</translation>
    </message>
    <message>
        <source>tasks</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>rows with versions</source>
        <translation>버전 있는 행</translation>
    </message>
    <message>
        <source>an outbox</source>
        <translation>아웃박스</translation>
    </message>
    <message>
        <source>first-come draws</source>
        <translation>선착순 추첨</translation>
    </message>
    <message>
        <source>locks that end with their session</source>
        <translation>세션과 함께 끝나는 잠금</translation>
    </message>
    <message>
        <source>SKIP LOCKED</source>
        <translation>SKIP LOCKED</translation>
    </message>
    <message>
        <source>locks of single rows</source>
        <translation>행 하나의 잠금</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>foreign keys</source>
        <translation>외래 키</translation>
    </message>
    <message>
        <source>hints of changes</source>
        <translation>변경 알림</translation>
    </message>
    <message>
        <source>writes that name a token</source>
        <translation>토큰을 대는 쓰기</translation>
    </message>
    <message>
        <source>several Redis servers beside it</source>
        <translation>곁에 둔 Redis 서버 여러 대</translation>
    </message>
    <message>
        <source>the claim strategy %1</source>
        <translation>점유 전략 %1</translation>
    </message>
    <message>
        <source>%1 cannot do this: it happens on %2 only.</source>
        <translation>%1에서는 할 수 없습니다: %2에서만 일어납니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::LiveTableModel</name>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
</context>
<context>
    <name>lockdesk::LiveTablePage</name>
    <message>
        <source>No store is connected.</source>
        <translation>연결된 저장소가 없습니다.</translation>
    </message>
    <message>
        <source>Connect to one with Ctrl+N, or open the demo from the menu Connection.</source>
        <translation>Ctrl+N으로 연결하거나 연결 메뉴에서 데모를 열 수 있습니다.</translation>
    </message>
    <message>
        <source>Nothing fits the filter.</source>
        <translation>필터에 맞는 항목이 없습니다.</translation>
    </message>
    <message>
        <source>1 of %1 selected: %2</source>
        <translation>%1개 중 1개 선택: %2</translation>
    </message>
    <message>
        <source>%1 of %2 selected</source>
        <translation>%2개 중 %1개 선택</translation>
    </message>
    <message>
        <source>Waiting for %1.</source>
        <translation>%1의 응답을 기다리고 있습니다.</translation>
    </message>
    <message>
        <source>Its first answer has not come yet.</source>
        <translation>아직 첫 응답이 오지 않았습니다.</translation>
    </message>
    <message>
        <source>More rows are being read.</source>
        <translation>행을 더 읽고 있습니다.</translation>
    </message>
    <message>
        <source>What fits the filter appears in a moment.</source>
        <translation>필터에 맞는 행이 곧 나타납니다.</translation>
    </message>
    <message>
        <source>Rows are being put in order.</source>
        <translation>행을 정렬하고 있습니다.</translation>
    </message>
    <message>
        <source>They appear in a moment.</source>
        <translation>잠시 후 나타납니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other(s) are here. Esc clears the filter.</source>
        <translation>
            <numerusform>다른 항목 %Ln개가 있습니다. Esc를 누르면 필터가 지워집니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing fits the filter so far.</source>
        <translation>아직 필터에 맞는 행이 없습니다.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>lockdesk::LocksPage</name>
    <message>
        <source>Locks</source>
        <translation>잠금</translation>
    </message>
    <message>
        <source>No lock is here.</source>
        <translation>잠금이 없습니다.</translation>
    </message>
    <message>
        <source>Whoever holds a lock appears here, with what is left of the lease.</source>
        <translation>잠금 소유자와 남은 임대 시간이 여기에 표시됩니다.</translation>
    </message>
    <message>
        <source>Force unlock…</source>
        <translation>강제 잠금 해제…</translation>
    </message>
    <message>
        <source>Hold off…</source>
        <translation>보류…</translation>
    </message>
    <message>
        <source>Extend…</source>
        <translation>연장…</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>명령 복사</translation>
    </message>
    <message>
        <source>%1 · source %2</source>
        <translation>%1 · 소스 %2</translation>
    </message>
    <message>
        <source>%1, lease ends %2</source>
        <translation>%1, 임대 종료 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>last owner</source>
        <translation>마지막 소유자</translation>
    </message>
    <message>
        <source>token</source>
        <translation>토큰</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hold(s)</source>
        <translation>
            <numerusform>보유 %Ln건</numerusform>
        </translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>획득</translation>
    </message>
    <message numerus="yes">
        <source>%1, renewed %Ln time(s)</source>
        <translation>
            <numerusform>%1, %Ln회 갱신</numerusform>
        </translation>
    </message>
    <message>
        <source>expires</source>
        <translation>만료 시각</translation>
    </message>
    <message>
        <source>store&apos;s clock, %1</source>
        <translation>저장소 시계, %1</translation>
    </message>
    <message>
        <source>cooling until</source>
        <translation>냉각 종료</translation>
    </message>
    <message numerus="yes">
        <source>%Ln subscribed</source>
        <translation>
            <numerusform>구독 %Ln건</numerusform>
        </translation>
    </message>
    <message>
        <source>waiters</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>doubt</source>
        <translation>의심</translation>
    </message>
    <message>
        <source>session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>last ran</source>
        <translation>마지막 실행</translation>
    </message>
    <message>
        <source>quorum</source>
        <translation>정족수</translation>
    </message>
    <message>
        <source>%1 of %2 hold it</source>
        <translation>%2대 중 %1대 보유</translation>
    </message>
    <message>
        <source>%1 needed, valid for %2</source>
        <translation>%1대 필요, %2 동안 유효</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>%1 동안</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>추첨</translation>
    </message>
    <message>
        <source>%1 of %2 places taken</source>
        <translation>%2자리 중 %1자리 배정</translation>
    </message>
    <message>
        <source>%1 ranked</source>
        <translation>순위 %1건</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2의 %1</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>PID %1</translation>
    </message>
    <message>
        <source>pid %1, %2</source>
        <translation>PID %1, %2</translation>
    </message>
    <message>
        <source>heartbeat</source>
        <translation>하트비트</translation>
    </message>
    <message>
        <source>from this owner</source>
        <translation>이 소유자로부터</translation>
    </message>
    <message>
        <source>silent for %1</source>
        <translation>%1 동안 응답 없음</translation>
    </message>
    <message>
        <source>Copied the command that force-unlocks it.</source>
        <translation>강제로 해제하는 명령을 복사했습니다.</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>Hold off for maintenance…</source>
        <translation>점검을 위해 보류…</translation>
    </message>
    <message>
        <source>End hold-off…</source>
        <translation>보류 종료…</translation>
    </message>
</context>
<context>
    <name>lockdesk::MainWindow</name>
    <message>
        <source>&amp;Actions</source>
        <translation>동작(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation>워커(&amp;W)</translation>
    </message>
    <message>
        <source>Open Workers</source>
        <translation>워커 열기</translation>
    </message>
    <message>
        <source>C&amp;lassroom</source>
        <translation>교실(&amp;L)</translation>
    </message>
    <message>
        <source>Open Classroom</source>
        <translation>교실 열기</translation>
    </message>
    <message>
        <source>&amp;Connection</source>
        <translation>연결(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Connect to a Store…</source>
        <translation>저장소에 연결(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>열기(&amp;O)</translation>
    </message>
    <message>
        <source>No other saved connections</source>
        <translation>저장된 다른 연결 없음</translation>
    </message>
    <message>
        <source>Open the &amp;Demo</source>
        <translation>데모 열기(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Edit Connection…</source>
        <translation>연결 편집(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>연결 해제(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Record…</source>
        <translation>기록(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Stop Recording</source>
        <translation>기록 중지(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <source>Show Only This Store</source>
        <translation>이 저장소만 표시</translation>
    </message>
    <message>
        <source>Edit Connection…</source>
        <translation>연결 편집…</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>연결 해제</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>테마(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>어둡게(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>밝게(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Projector Size</source>
        <translation>프로젝터 크기(&amp;P)</translation>
    </message>
    <message>
        <source>Nothing to do on this page</source>
        <translation>이 페이지에서 할 일이 없음</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Lockdesk</source>
        <translation>Lockdesk 정보(&amp;A)</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>About Lockdesk</source>
        <translation>Lockdesk 정보</translation>
    </message>
    <message>
        <source>&lt;b&gt;Lockdesk %1&lt;/b&gt;&lt;p&gt;Console and engine for distributed locks and task workers.&lt;/p&gt;&lt;p&gt;The programs are GPL-3.0-or-later, the engine is Apache-2.0.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Lockdesk %1&lt;/b&gt;&lt;p&gt;분산 잠금과 작업 워커를 위한 콘솔 및 엔진.&lt;/p&gt;&lt;p&gt;프로그램은 GPL-3.0-or-later, 엔진은 Apache-2.0입니다.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Lockdesk</source>
        <translation>Lockdesk</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>더 이상 없음: %1</translation>
    </message>
    <message>
        <source>Lockdesk, recording %1</source>
        <translation>Lockdesk, 기록 %1</translation>
    </message>
    <message>
        <source>Close Recording</source>
        <translation>기록 닫기</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>단축키(&amp;K)</translation>
    </message>
    <message>
        <source>A&amp;lerts…</source>
        <translation>알림(&amp;L)…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are not there any more.</source>
        <translation>
            <numerusform>행 %Ln개가 더 이상 없습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>(%1) %2</source>
        <translation>(%1) %2</translation>
    </message>
    <message>
        <source>Copy C&amp;ell</source>
        <translation>셀 복사(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Copy Rows</source>
        <translation>행 복사(&amp;C)</translation>
    </message>
    <message>
        <source>Copy as C&amp;SV</source>
        <translation>CSV로 복사(&amp;S)</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>JSON으로 복사(&amp;J)</translation>
    </message>
    <message>
        <source>Copy Command &amp;Line</source>
        <translation>명령줄 복사(&amp;L)</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>모두 선택(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>찾기(&amp;F)</translation>
    </message>
    <message>
        <source>E&amp;xport Table…</source>
        <translation>표 내보내기(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Everything by Name…</source>
        <translation>이름으로 모두 찾기(&amp;E)…</translation>
    </message>
    <message>
        <source>Show only %1</source>
        <translation>%1만 보기</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>Show all stores</source>
        <translation>모든 저장소 보기</translation>
    </message>
    <message>
        <source>Lock in %1</source>
        <translation>%1의 잠금</translation>
    </message>
    <message>
        <source>Open Recordin&amp;g or Bundle…</source>
        <translation>기록 또는 묶음 열기(&amp;G)…</translation>
    </message>
    <message>
        <source>Save &amp;Incident Bundle…</source>
        <translation>사고 묶음 저장(&amp;I)…</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>어디서나</translation>
    </message>
    <message>
        <source>Tables and filters</source>
        <translation>표와 필터</translation>
    </message>
    <message>
        <source>Detail of the row</source>
        <translation>행의 상세 정보</translation>
    </message>
    <message>
        <source>Menu of the row</source>
        <translation>행의 메뉴</translation>
    </message>
    <message>
        <source>From the filter into the table</source>
        <translation>필터에서 표로 이동</translation>
    </message>
    <message>
        <source>In the filter: saved filters and help</source>
        <translation>필터에서: 저장된 필터와 도움말</translation>
    </message>
    <message>
        <source>Back: from the selection, then from the filter</source>
        <translation>뒤로: 먼저 선택, 다음으로 필터를 해제</translation>
    </message>
    <message>
        <source>Enter the &amp;Password…</source>
        <translation>비밀번호 입력(&amp;P)…</translation>
    </message>
    <message>
        <source>Enter the Password…</source>
        <translation>비밀번호 입력…</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>창</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>메뉴</translation>
    </message>
    <message>
        <source>Co&amp;nnections…</source>
        <translation>연결 관리(&amp;N)…</translation>
    </message>
    <message>
        <source>Copy Lin&amp;k</source>
        <translation>링크 복사(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Reset Layout of This Page</source>
        <translation>이 페이지의 배치 초기화(&amp;R)</translation>
    </message>
    <message>
        <source>Wi&amp;ndow</source>
        <translation>창(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;New Window</source>
        <translation>새 창(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>창 닫기(&amp;C)</translation>
    </message>
    <message>
        <source>%1, Lockdesk</source>
        <translation>%1, Lockdesk</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>환경설정(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;As the Desktop</source>
        <translation>데스크톱과 같게(&amp;A)</translation>
    </message>
    <message>
        <source>Store &amp;Facts…</source>
        <translation>저장소 정보(&amp;F)…</translation>
    </message>
    <message>
        <source>Store Facts…</source>
        <translation>저장소 정보…</translation>
    </message>
    <message>
        <source>No store is connected.</source>
        <translation>연결된 저장소가 없습니다.</translation>
    </message>
    <message>
        <source>%1 is a plain recording: it has no facts of its store.</source>
        <translation>%1은(는) 일반 녹화입니다. 저장소 정보가 들어 있지 않습니다.</translation>
    </message>
    <message>
        <source>%1 has not reported its facts yet.</source>
        <translation>%1이(가) 아직 자기 정보를 알리지 않았습니다.</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>크게(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>작게(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Usual Size</source>
        <translation>보통 크기(&amp;U)</translation>
    </message>
    <message>
        <source>%1 (%2), Lockdesk</source>
        <translation>%1 (%2), Lockdesk</translation>
    </message>
</context>
<context>
    <name>lockdesk::MaintenanceBanner</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln lock(s) held off until %2: %3</source>
        <translation>
            <numerusform>%1: 잠금 %Ln개를 %2까지 보류: %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>점검</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln lock(s) held off, the last until %2: %3</source>
        <translation>
            <numerusform>%1: 잠금 %Ln개를 보류, 마지막 것은 %2까지: %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::MeasureDesk</name>
    <message>
        <source>The numbers could not be kept: %1</source>
        <translation>수치를 저장하지 못했습니다: %1</translation>
    </message>
</context>
<context>
    <name>lockdesk::NumberField</name>
    <message>
        <source>A number from %1 to %2.</source>
        <translation>%1에서 %2까지의 숫자를 입력하십시오.</translation>
    </message>
</context>
<context>
    <name>lockdesk::OutboxPage</name>
    <message>
        <source>Outbox</source>
        <translation>아웃박스</translation>
    </message>
    <message>
        <source>No message waits.</source>
        <translation>대기 중인 메시지가 없습니다.</translation>
    </message>
    <message>
        <source>Messages appear here from the commit that wrote them until a relay has sent them.</source>
        <translation>메시지는 커밋된 때부터 릴레이가 전송할 때까지 여기에 표시됩니다.</translation>
    </message>
    <message>
        <source>Retry dead…</source>
        <translation>실패 확정 재시도…</translation>
    </message>
    <message>
        <source>Requeue…</source>
        <translation>다시 대기열에 넣기…</translation>
    </message>
    <message>
        <source>Outboxes</source>
        <translation>아웃박스</translation>
    </message>
    <message>
        <source>messages per second</source>
        <translation>초당 메시지</translation>
    </message>
    <message>
        <source>in</source>
        <translation>유입</translation>
    </message>
    <message>
        <source>out</source>
        <translation>유출</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>미처리</translation>
    </message>
    <message>
        <source>oldest age</source>
        <translation>가장 오래된 대기</translation>
    </message>
    <message>
        <source>Why does it not drain?</source>
        <translation>왜 비워지지 않는가?</translation>
    </message>
    <message>
        <source>Start relay…</source>
        <translation>릴레이 시작…</translation>
    </message>
    <message>
        <source>No store is connected.</source>
        <translation>연결된 저장소가 없습니다.</translation>
    </message>
    <message>
        <source>%1, messages per second</source>
        <translation>%1, 초당 메시지</translation>
    </message>
    <message>
        <source>%1, waiting</source>
        <translation>%1, 대기</translation>
    </message>
    <message>
        <source>not available here</source>
        <translation>여기서는 사용 불가</translation>
    </message>
    <message>
        <source>This source has no outbox.</source>
        <translation>이 소스에는 아웃박스가 없습니다.</translation>
    </message>
    <message>
        <source>%1 is read-only: a relay must write.</source>
        <translation>%1: 읽기 전용입니다. 릴레이는 쓰기가 필요합니다.</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>토픽</translation>
    </message>
    <message>
        <source>tries</source>
        <translation>시도</translation>
    </message>
    <message>
        <source>added</source>
        <translation>추가됨</translation>
    </message>
    <message>
        <source>next try</source>
        <translation>다음 시도</translation>
    </message>
    <message>
        <source>claimed by</source>
        <translation>점유자</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>토큰 %1</translation>
    </message>
    <message>
        <source>lease</source>
        <translation>임대</translation>
    </message>
    <message>
        <source>last error</source>
        <translation>마지막 오류</translation>
    </message>
    <message>
        <source>payload</source>
        <translation>페이로드</translation>
    </message>
    <message>
        <source>%1 is a recording: nothing can be changed in it.</source>
        <translation>%1: 기록입니다. 아무것도 바꿀 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::OverviewCharts</name>
    <message>
        <source>Locks held</source>
        <translation>보유 중인 잠금</translation>
    </message>
    <message>
        <source>Per second</source>
        <translation>초당</translation>
    </message>
    <message>
        <source>Outbox</source>
        <translation>아웃박스</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>획득</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>만료</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>미처리</translation>
    </message>
    <message>
        <source>oldest age</source>
        <translation>가장 오래된 대기</translation>
    </message>
    <message>
        <source>Not available here: this source has no tokens to count.</source>
        <translation>여기서는 사용 불가: 이 소스에는 집계할 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>Not available here: no outbox.</source>
        <translation>여기서는 사용 불가: 아웃박스가 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>개요</translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s) need a human. Oldest: %1, %2</source>
        <translation>
            <numerusform>사람의 조치가 필요한 발견 사항 %Ln건. 가장 오래된 것: %1, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::Palette</name>
    <message>
        <source>Nothing has this name.</source>
        <translation>이 이름을 가진 것이 없습니다.</translation>
    </message>
    <message>
        <source>Everything by name</source>
        <translation>이름으로 모두 찾기</translation>
    </message>
    <message>
        <source>action, page, store or lock</source>
        <translation>동작, 페이지, 저장소 또는 잠금</translation>
    </message>
    <message>
        <source>Name of an action, page, store or lock</source>
        <translation>동작, 페이지, 저장소 또는 잠금의 이름</translation>
    </message>
    <message>
        <source>What has this name</source>
        <translation>이 이름을 가진 것</translation>
    </message>
</context>
<context>
    <name>lockdesk::PasswordDialog</name>
    <message>
        <source>Remember the password in the keyring</source>
        <translation>키링에 비밀번호 저장</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Password of %1</source>
        <translation>%1의 비밀번호</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>비밀번호</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>나중에</translation>
    </message>
    <message>
        <source>No keyring runs on this computer: the password is kept until Lockdesk ends.</source>
        <translation>이 컴퓨터에서 실행 중인 키링이 없습니다. 비밀번호는 Lockdesk를 끝낼 때까지만 유지됩니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln worker(s) of this window run on, with the password that they were started with.</source>
        <translation>
            <numerusform>이 창의 워커 %Ln개는 시작할 때의 비밀번호로 계속 실행됩니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>Asking the store…</source>
        <translation>저장소에 묻는 중…</translation>
    </message>
    <message>
        <source>Nothing is tried before you answer, so that no account is locked.</source>
        <translation>계정이 잠기지 않도록 응답할 때까지 아무것도 시도하지 않습니다.</translation>
    </message>
    <message>
        <source>Remember the user in the saved address, the password in the keyring</source>
        <translation>사용자는 저장된 주소에, 비밀번호는 키링에 저장</translation>
    </message>
    <message>
        <source>Remember the user in the saved address</source>
        <translation>사용자를 저장된 주소에 저장</translation>
    </message>
    <message>
        <source>Login of %1</source>
        <translation>%1 로그인</translation>
    </message>
    <message>
        <source>User</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>required</source>
        <translation>필수</translation>
    </message>
    <message>
        <source>%1, if empty</source>
        <translation>비워 두면 %1</translation>
    </message>
</context>
<context>
    <name>lockdesk::PhaseBoard</name>
    <message>
        <source>Phases</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>실패 %1</translation>
    </message>
    <message>
        <source>%1 due</source>
        <translation>예정 %1</translation>
    </message>
    <message>
        <source>%1 held</source>
        <translation>보유 %1</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>대기 %1</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>완료 %1</translation>
    </message>
</context>
<context>
    <name>lockdesk::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>환경설정</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>데스크톱과 같게</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>모양</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>테마</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>확대/축소</translation>
    </message>
    <message>
        <source>Language, from the next start on</source>
        <translation>언어(다음에 시작할 때부터)</translation>
    </message>
    <message>
        <source>This computer&apos;s</source>
        <translation>이 컴퓨터의 시간대</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>시간대</translation>
    </message>
    <message>
        <source>Notify me of findings on the desktop and in its tray</source>
        <translation>발견 사항을 데스크톱과 트레이에 알리기</translation>
    </message>
    <message>
        <source>Stores</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>Poll each store every</source>
        <translation>저장소를 읽는 간격</translation>
    </message>
    <message>
        <source>Retention of workers started from now on</source>
        <translation>앞으로 시작할 워커의 보존 기간</translation>
    </message>
    <message>
        <source>When something is a finding</source>
        <translation>발견 사항으로 보는 기준</translation>
    </message>
    <message>
        <source>No connection is saved</source>
        <translation>저장된 연결이 없음</translation>
    </message>
    <message>
        <source>Usual limits</source>
        <translation>기본 기준으로</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Oldest message waits longer than</source>
        <translation>가장 오래된 메시지의 대기 시간 초과</translation>
    </message>
    <message>
        <source>Task due for longer than</source>
        <translation>작업의 기한이 지난 시간 초과</translation>
    </message>
    <message>
        <source>Lock held longer than, no usual time known</source>
        <translation>평소 시간을 모르는 잠금의 보유 시간 초과</translation>
    </message>
    <message>
        <source>Lock held longer than its usual time, times</source>
        <translation>잠금 보유 시간이 평소의 몇 배 초과</translation>
    </message>
    <message>
        <source>Periods in which nobody took a guard</source>
        <translation>아무도 가드를 획득하지 않은 주기의 수</translation>
    </message>
    <message>
        <source>Store&apos;s clock off by more than</source>
        <translation>저장소 시계의 차이 초과</translation>
    </message>
    <message>
        <source>%1: %2 is no span of time up to a year; write 30s, 5m or 2h.</source>
        <translation>%1: %2은(는) 1년 이내의 시간이 아닙니다. 30s, 5m, 2h처럼 쓰세요.</translation>
    </message>
    <message>
        <source>Retention: %1</source>
        <translation>보존 기간: %1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>확인</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>lockdesk::ReplayBar</name>
    <message>
        <source>Play</source>
        <translation>재생</translation>
    </message>
    <message>
        <source>Close recording</source>
        <translation>기록 닫기</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>To what moved before (Left)</source>
        <translation>이전 변화로 (Left)</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>이전 단계</translation>
    </message>
    <message>
        <source>To what moves next (Right)</source>
        <translation>다음 변화로 (Right)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Space</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>속도</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Instant of the recording</source>
        <translation>기록의 시점</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>기록 재생</translation>
    </message>
    <message>
        <source>%1  %2 of %3</source>
        <translation>%1  %3 중 %2</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Store facts</source>
        <translation>저장소 정보</translation>
    </message>
    <message>
        <source>What the store of this bundle reported of itself: server, durability, fence, clock, settings</source>
        <translation>이 묶음의 저장소가 스스로 알린 것: 서버, 내구성, 펜스, 시계, 설정</translation>
    </message>
</context>
<context>
    <name>lockdesk::ResultSheet</name>
    <message>
        <source>Save as PDF…</source>
        <translation>PDF로 저장…</translation>
    </message>
    <message>
        <source>Result sheet</source>
        <translation>결과지</translation>
    </message>
    <message>
        <source>The lesson is not over: this is how far it is.</source>
        <translation>수업이 끝나지 않았습니다. 지금까지의 결과입니다.</translation>
    </message>
    <message>
        <source>Save as HTML…</source>
        <translation>HTML로 저장…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>인쇄…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>HTML, which can be opened again (*.html)</source>
        <translation>HTML, 다시 열 수 있음 (*.html)</translation>
    </message>
    <message>
        <source>Save result</source>
        <translation>결과 저장</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 쓰기 실패: %2</translation>
    </message>
</context>
<context>
    <name>lockdesk::RowDiff</name>
    <message>
        <source>before</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>before: none</source>
        <translation>이전: 없음</translation>
    </message>
    <message>
        <source>after</source>
        <translation>이후</translation>
    </message>
    <message>
        <source>after: none</source>
        <translation>이후: 없음</translation>
    </message>
    <message>
        <source>Rows before and after</source>
        <translation>이전과 이후의 행</translation>
    </message>
    <message>
        <source>%1: %2 becomes %3</source>
        <translation>%1: 이전 %2, 이후 %3</translation>
    </message>
</context>
<context>
    <name>lockdesk::RowPage</name>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Select a row first.</source>
        <translation>먼저 행을 선택해야 합니다.</translation>
    </message>
    <message>
        <source>Not shown any more: it is gone, or the filter leaves it out</source>
        <translation>더 이상 표시되지 않음: 사라졌거나 필터에서 제외됨</translation>
    </message>
    <message>
        <source>%1 · source %2</source>
        <translation>%1 · 소스 %2</translation>
    </message>
    <message numerus="yes">
        <source>lockdesk_%1, %Ln row(s)</source>
        <translation>
            <numerusform>lockdesk_%1, %Ln행</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is a recording: nothing can be changed in it.</source>
        <translation>%1: 기록입니다. 아무것도 바꿀 수 없습니다.</translation>
    </message>
    <message>
        <source>Open &amp;Detail</source>
        <translation>상세 열기(&amp;D)</translation>
    </message>
    <message>
        <source>audit of this computer: %1</source>
        <translation>이 컴퓨터의 감사 기록: %1</translation>
    </message>
    <message>
        <source>audit of the store: %1</source>
        <translation>저장소의 감사 기록: %1</translation>
    </message>
    <message>
        <source>Table and detail</source>
        <translation>표와 상세 정보</translation>
    </message>
    <message>
        <source>Width of the detail</source>
        <translation>상세 정보의 너비</translation>
    </message>
</context>
<context>
    <name>lockdesk::SegmentButton</name>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
</context>
<context>
    <name>lockdesk::SelectionBar</name>
    <message>
        <source>Show everything</source>
        <translation>모두 표시</translation>
    </message>
    <message>
        <source>Selected span of time</source>
        <translation>선택한 시간 구간</translation>
    </message>
    <message>
        <source>Only what moved from %1 to %2 (%3) is in the tables.</source>
        <translation>%1부터 %2까지(%3) 변한 것만 표에 표시됩니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::Sheet</name>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>닫기 (Esc)</translation>
    </message>
</context>
<context>
    <name>lockdesk::ShellPresenter</name>
    <message>
        <source>a recording: there is no store, and nothing can be changed</source>
        <translation>기록: 저장소가 없으며 아무것도 바꿀 수 없음</translation>
    </message>
    <message>
        <source>read-only: the session itself cannot write</source>
        <translation>읽기 전용: 세션 자체가 쓸 수 없음</translation>
    </message>
    <message>
        <source>clock offset %1; %2</source>
        <translation>시계 차이 %1; %2</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>연결 중</translation>
    </message>
    <message>
        <source>live</source>
        <translation>활성</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>%1 동안</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>no answer then</source>
        <translation>당시 응답 없음</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sources</source>
        <translation>
            <numerusform>소스 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>polls every %1 s · %2 rows · %3 ms</source>
        <translation>%1초마다 폴링 · %2행 · %3 ms</translation>
    </message>
    <message>
        <source>hints on</source>
        <translation>힌트 켜짐</translation>
    </message>
    <message>
        <source>no hints</source>
        <translation>힌트 없음</translation>
    </message>
    <message>
        <source>times on the store’s clock, shown in %1</source>
        <translation>시각은 저장소 시계 기준, 표시 시간대 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1~%2</translation>
    </message>
    <message>
        <source>hints from %1 of %2 stores</source>
        <translation>저장소 %2개 중 %1개에서 힌트</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>읽지 못함</translation>
    </message>
</context>
<context>
    <name>lockdesk::Sidebar</name>
    <message>
        <source>Sources</source>
        <translation>소스</translation>
    </message>
</context>
<context>
    <name>lockdesk::StartWorkersSheet</name>
    <message>
        <source>worker: handles tasks</source>
        <translation>워커: 작업 처리</translation>
    </message>
    <message>
        <source>relay: delivers the outbox</source>
        <translation>릴레이: 아웃박스 전달</translation>
    </message>
    <message>
        <source>all phases of the kind</source>
        <translation>해당 종류의 모든 단계</translation>
    </message>
    <message>
        <source>Creating=Starting, Starting=Created</source>
        <translation>Creating=Starting, Starting=Created</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>개수</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>Kind of task</source>
        <translation>작업 종류</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Next phases</source>
        <translation>다음 단계</translation>
    </message>
    <message>
        <source>Works for</source>
        <translation>작업 시간</translation>
    </message>
    <message>
        <source>Receiver</source>
        <translation>수신자</translation>
    </message>
    <message>
        <source>Real processes on this computer. Only these can be crashed or frozen from here.</source>
        <translation>이 컴퓨터의 실제 프로세스입니다. 이들만 여기서 강제 종료하거나 얼릴 수 있습니다.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Start workers</source>
        <translation>워커 시작</translation>
    </message>
    <message>
        <source>No connection that can write is open.</source>
        <translation>쓸 수 있는 열린 연결이 없습니다.</translation>
    </message>
    <message>
        <source>Name the kind of task that they handle.</source>
        <translation>처리할 작업 종류를 지정해야 합니다.</translation>
    </message>
    <message>
        <source>why, for the audit</source>
        <translation>감사 기록에 남길 이유</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>Name of the store</source>
        <translation>저장소 이름</translation>
    </message>
    <message>
        <source>Type %1</source>
        <translation>%1 입력</translation>
    </message>
    <message>
        <source>Give a reason.</source>
        <translation>사유를 입력하세요.</translation>
    </message>
    <message>
        <source>Type %1.</source>
        <translation>%1 입력이 필요합니다.</translation>
    </message>
    <message>
        <source>%1 is no move to a next phase: write it as Creating=Starting.</source>
        <translation>%1: 다음 단계로 가는 이동이 아닙니다. Creating=Starting처럼 쓰세요.</translation>
    </message>
</context>
<context>
    <name>lockdesk::StepPanel</name>
    <message>
        <source>statement of this step</source>
        <translation>이 단계의 구문</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>명령줄</translation>
    </message>
    <message>
        <source>Statement of this step</source>
        <translation>이 단계의 구문</translation>
    </message>
    <message>
        <source>done by hand</source>
        <translation>직접 수행</translation>
    </message>
    <message>
        <source>asks nothing of the store</source>
        <translation>저장소에 아무것도 묻지 않음</translation>
    </message>
    <message>
        <source>nothing that a command does</source>
        <translation>명령으로 하는 일 없음</translation>
    </message>
    <message>
        <source>beside it, for the call itself:</source>
        <translation>그 밖에, 호출을 위해:</translation>
    </message>
    <message>
        <source>the statement above</source>
        <translation>위의 문장</translation>
    </message>
    <message>
        <source>all of this step, in its order:</source>
        <translation>이 단계 전체, 실행 순서대로:</translation>
    </message>
    <message>
        <source>the script that it calls:</source>
        <translation>호출하는 스크립트:</translation>
    </message>
    <message>
        <source>nothing was sent to the store</source>
        <translation>저장소에 보낸 것 없음</translation>
    </message>
</context>
<context>
    <name>lockdesk::StepTable</name>
    <message>
        <source>Steps</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>The sandbox is being made.</source>
        <translation>샌드박스를 만드는 중입니다.</translation>
    </message>
    <message>
        <source>Workers start.</source>
        <translation>워커가 시작됩니다.</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>아직 아무 일도 없습니다.</translation>
    </message>
    <message>
        <source>Step or Run: each step appears here.</source>
        <translation>단계 또는 실행을 누르면 각 단계가 여기에 표시됩니다.</translation>
    </message>
    <message>
        <source>This way cannot be shown on this store.</source>
        <translation>이 저장소에서는 이 방식을 보여 줄 수 없습니다.</translation>
    </message>
    <message>
        <source>Choose another store, or another way.</source>
        <translation>다른 저장소나 다른 방식을 고르세요.</translation>
    </message>
</context>
<context>
    <name>lockdesk::StepsModel</name>
    <message>
        <source>at, s</source>
        <translation>시각(초)</translation>
    </message>
    <message>
        <source>who</source>
        <translation>주체</translation>
    </message>
    <message>
        <source>what happens</source>
        <translation>일어난 일</translation>
    </message>
    <message>
        <source>you</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>crash</source>
        <translation>강제 종료</translation>
    </message>
    <message>
        <source>freeze</source>
        <translation>얼리기</translation>
    </message>
    <message>
        <source>thaw</source>
        <translation>녹이기</translation>
    </message>
    <message>
        <source>slow down</source>
        <translation>감속</translation>
    </message>
    <message>
        <source>hang</source>
        <translation>멈춤</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>연결 끊기</translation>
    </message>
    <message>
        <source>reconnect</source>
        <translation>다시 연결</translation>
    </message>
    <message>
        <source>skew the clock of</source>
        <translation>시계 어긋내기</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>수업</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>운영자</translation>
    </message>
</context>
<context>
    <name>lockdesk::StoresOverview</name>
    <message>
        <source>Needs a human</source>
        <translation>사람의 조치 필요</translation>
    </message>
    <message>
        <source>Stores whose findings are shown</source>
        <translation>발견 사항을 표시할 저장소</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>발견 사항</translation>
    </message>
    <message>
        <source>Stores</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>Last 10 minutes</source>
        <translation>최근 10분</translation>
    </message>
    <message>
        <source>Span of the charts</source>
        <translation>차트 기간</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>Last minute</source>
        <translation>최근 1분</translation>
    </message>
    <message>
        <source>Last %1 minutes</source>
        <translation>최근 %1분</translation>
    </message>
    <message>
        <source>All stores</source>
        <translation>모든 저장소</translation>
    </message>
</context>
<context>
    <name>lockdesk::Strip</name>
    <message>
        <source>held</source>
        <translation>보유 중</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>만료 임박</translation>
    </message>
    <message>
        <source>expired and held</source>
        <translation>만료 후 보유</translation>
    </message>
    <message>
        <source>oldest in outbox</source>
        <translation>아웃박스 최장 대기</translation>
    </message>
    <message>
        <source>Connect to a store</source>
        <translation>저장소에 연결</translation>
    </message>
    <message>
        <source>Connect to a store…</source>
        <translation>저장소에 연결…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln개 더</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt; 1</source>
        <translation>&lt; 1</translation>
    </message>
    <message>
        <source> s</source>
        <translation>초</translation>
    </message>
    <message>
        <source> min </source>
        <translation>분 </translation>
    </message>
    <message>
        <source> h </source>
        <translation>시간 </translation>
    </message>
    <message>
        <source> min</source>
        <translation>분</translation>
    </message>
    <message>
        <source> days</source>
        <translation>일</translation>
    </message>
</context>
<context>
    <name>lockdesk::TableView</name>
    <message>
        <source>Copy C&amp;ell</source>
        <translation>셀 복사(&amp;E)</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Copy Row(s)</source>
        <translation>
            <numerusform>행 복사(&amp;C)</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy as C&amp;SV</source>
        <translation>CSV로 복사(&amp;S)</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>JSON으로 복사(&amp;J)</translation>
    </message>
    <message>
        <source>Copy Command &amp;Line</source>
        <translation>명령줄 복사(&amp;L)</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>모두 선택(&amp;A)</translation>
    </message>
    <message>
        <source>Copy Lin&amp;k</source>
        <translation>링크 복사(&amp;K)</translation>
    </message>
</context>
<context>
    <name>lockdesk::TasksPage</name>
    <message>
        <source>Tasks</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>No task is here.</source>
        <translation>작업이 없습니다.</translation>
    </message>
    <message>
        <source>Tasks appear here as they are added: a column for each phase, and who works on what.</source>
        <translation>작업이 추가되면 여기에 표시됩니다. 단계마다 열이 하나씩 있고, 누가 무엇을 처리하는지 보여 줍니다.</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>보드</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Kind of task</source>
        <translation>작업 종류</translation>
    </message>
    <message>
        <source>Relock…</source>
        <translation>다시 잠금…</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>잠금 해제…</translation>
    </message>
    <message>
        <source>Advance…</source>
        <translation>다음 단계로…</translation>
    </message>
    <message>
        <source>Kind: %1</source>
        <translation>종류: %1</translation>
    </message>
    <message>
        <source>Why is %1 not moving?</source>
        <translation>%1: 왜 진행되지 않습니까?</translation>
    </message>
    <message>
        <source>%1 held</source>
        <translation>보유 %1</translation>
    </message>
    <message>
        <source>%1 due</source>
        <translation>예정 %1</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>대기 %1</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>실패 %1</translation>
    </message>
    <message>
        <source>%1 tasks: %2</source>
        <translation>작업 %1개: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>작업 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>완료 %1</translation>
    </message>
    <message>
        <source>Board and table</source>
        <translation>보드와 표</translation>
    </message>
    <message>
        <source>Height of the board</source>
        <translation>보드의 높이</translation>
    </message>
</context>
<context>
    <name>lockdesk::TimelinePage</name>
    <message>
        <source>By worker</source>
        <translation>워커별</translation>
    </message>
    <message>
        <source>By lock</source>
        <translation>잠금별</translation>
    </message>
    <message>
        <source>Part of a name</source>
        <translation>이름 일부</translation>
    </message>
    <message>
        <source>Show more time (−)</source>
        <translation>더 긴 시간 보기 (−)</translation>
    </message>
    <message>
        <source>Show less time (+)</source>
        <translation>더 짧은 시간 보기 (+)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>전체</translation>
    </message>
    <message>
        <source>Show everything that is kept (0)</source>
        <translation>보관된 전체 보기 (0)</translation>
    </message>
    <message>
        <source>Follow now</source>
        <translation>현재 따라가기</translation>
    </message>
    <message>
        <source>Keep the right edge at now (End)</source>
        <translation>오른쪽 끝을 현재로 유지 (End)</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>타임라인</translation>
    </message>
    <message>
        <source>Nothing has been held yet.</source>
        <translation>아직 보유된 것이 없습니다.</translation>
    </message>
    <message>
        <source>A lane per worker or lock appears here: leases and phases as bars, with marks for renewals, expiries, takeovers, crashes and refused writes.</source>
        <translation>워커 또는 잠금마다 레인이 여기에 표시됩니다. 임대와 단계는 막대로, 갱신, 만료, 인계, 강제 종료, 거부된 쓰기는 기호로 나타납니다.</translation>
    </message>
    <message>
        <source>%1 shown, %2 kept · Shift+drag selects a span for the tables</source>
        <translation>%1 표시, %2 보관 · Shift+끌기로 표에 적용할 구간 선택</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lane(s)</source>
        <translation>
            <numerusform>레인 %Ln개</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::TriageSheet</name>
    <message numerus="yes">
        <source>Mute %Ln finding(s)</source>
        <translation>
            <numerusform>발견 사항 %Ln건 숨기기</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Acknowledge %Ln finding(s)</source>
        <translation>
            <numerusform>발견 사항 %Ln건 확인</numerusform>
        </translation>
    </message>
    <message>
        <source>They leave the view and the counts; a row at the end says how many.</source>
        <translation>화면과 집계에서 빠지며, 마지막 행에 건수가 표시됩니다.</translation>
    </message>
    <message>
        <source>They stay in view, after the others, and are not counted.</source>
        <translation>다른 항목 뒤에 계속 표시되며 집계하지 않습니다.</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>외 %Ln건</numerusform>
        </translation>
    </message>
    <message>
        <source>why nobody needs to see it</source>
        <translation>볼 필요가 없는 이유</translation>
    </message>
    <message>
        <source>who works on it, and what is known</source>
        <translation>담당자와 알려진 내용</translation>
    </message>
    <message>
        <source>without an end</source>
        <translation>종료 없음</translation>
    </message>
    <message>
        <source>until it is over</source>
        <translation>해결될 때까지</translation>
    </message>
    <message numerus="yes">
        <source>for %Ln hour(s)</source>
        <translation>
            <numerusform>%Ln시간 동안</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for %Ln day(s)</source>
        <translation>
            <numerusform>%Ln일 동안</numerusform>
        </translation>
    </message>
    <message>
        <source>What</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>기한</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>숨기기</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>확인</translation>
    </message>
    <message>
        <source>Give a reason.</source>
        <translation>사유를 입력하세요.</translation>
    </message>
</context>
<context>
    <name>lockdesk::TryPanel</name>
    <message>
        <source>Try it</source>
        <translation>직접 해 보기</translation>
    </message>
    <message>
        <source>Crash a worker</source>
        <translation>워커 강제 종료</translation>
    </message>
    <message>
        <source>Free a lock by hand</source>
        <translation>잠금 직접 해제</translation>
    </message>
    <message>
        <source>You see evidence, consequences and the exact SQL before anything happens.</source>
        <translation>실행하기 전에 근거, 결과, 정확한 SQL을 모두 확인합니다.</translation>
    </message>
    <message>
        <source>See it go wrong, then right</source>
        <translation>잘못되는 경우와 올바른 경우 보기</translation>
    </message>
    <message>
        <source>Lessons show what happens without locks, and with them, step by step.</source>
        <translation>잠금이 없을 때와 있을 때 일어나는 일을 수업에서 단계별로 보여 줍니다.</translation>
    </message>
    <message>
        <source>Open Classroom</source>
        <translation>교실 열기</translation>
    </message>
    <message>
        <source>Look at your own store</source>
        <translation>내 저장소 살펴보기</translation>
    </message>
    <message>
        <source>Read-only unless you choose otherwise. Nothing is created there without asking.</source>
        <translation>따로 선택하지 않으면 읽기 전용입니다. 묻지 않고는 아무것도 만들지 않습니다.</translation>
    </message>
    <message>
        <source>Address of your store</source>
        <translation>저장소 주소</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>연결…</translation>
    </message>
    <message>
        <source>or redis, sqlite</source>
        <translation>또는 redis, sqlite</translation>
    </message>
    <message>
        <source>Crash %1</source>
        <translation>%1 강제 종료</translation>
    </message>
    <message>
        <source>None of the workers that this window started is running.</source>
        <translation>이 창에서 시작한 워커 중 실행 중인 것이 없습니다.</translation>
    </message>
    <message>
        <source>Kill the process of %1 and see when somebody else gets its task.</source>
        <translation>%1의 프로세스를 종료하고, 언제 다른 워커가 그 작업을 받는지 확인합니다.</translation>
    </message>
    <message>
        <source>%1 holds %2. Kill its process and see when somebody else gets the lock.</source>
        <translation>%1 워커가 %2 잠금을 보유하고 있습니다. 프로세스를 종료하고, 언제 다른 워커가 잠금을 얻는지 확인합니다.</translation>
    </message>
    <message>
        <source>Force unlock…</source>
        <translation>강제 잠금 해제…</translation>
    </message>
    <message>
        <source>Force unlock %1…</source>
        <translation>%1 강제 잠금 해제…</translation>
    </message>
</context>
<context>
    <name>lockdesk::VariantPicker</name>
    <message>
        <source>Ways of this lesson</source>
        <translation>이 수업의 방식</translation>
    </message>
    <message>
        <source>Way: %1</source>
        <translation>방식: %1</translation>
    </message>
</context>
<context>
    <name>lockdesk::VerdictBar</name>
    <message>
        <source>Go to this step (W)</source>
        <translation>이 단계로 이동 (W)</translation>
    </message>
    <message>
        <source> %1 differs from step %2 on.</source>
        <translation> %1에서는 %2단계부터 다릅니다.</translation>
    </message>
    <message>
        <source> The same on %1.</source>
        <translation> %1에서도 같습니다.</translation>
    </message>
    <message>
        <source> Not so on %1.</source>
        <translation> %1에서는 그렇지 않습니다.</translation>
    </message>
    <message>
        <source>Getting ready.</source>
        <translation>준비 중입니다.</translation>
    </message>
    <message>
        <source>At the beginning.</source>
        <translation>시작 지점입니다.</translation>
    </message>
    <message>
        <source>This way must come out right.</source>
        <translation>이 방식은 올바르게 끝나야 합니다.</translation>
    </message>
    <message>
        <source>This way goes wrong: where?</source>
        <translation>이 방식은 잘못됩니다. 어디에서입니까?</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>맞습니다.</translation>
    </message>
    <message>
        <source>Right so far.</source>
        <translation>지금까지는 맞습니다.</translation>
    </message>
    <message>
        <source>Wrong, as it must be:</source>
        <translation>예정대로 틀림:</translation>
    </message>
    <message>
        <source>Wrong:</source>
        <translation>틀림:</translation>
    </message>
    <message>
        <source>step %1, %2</source>
        <translation>%1단계, %2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>%2단계 중 %1단계</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>%1단계</translation>
    </message>
    <message>
        <source>After faults by hand only harm is judged.</source>
        <translation>손으로 일으킨 장애 뒤에는 해로움만 판정합니다.</translation>
    </message>
    <message>
        <source>Go to %1 (W)</source>
        <translation>%1(으)로 이동 (W)</translation>
    </message>
    <message>
        <source>Not kept: “%1” %2</source>
        <translation>지켜지지 않음: “%1” %2</translation>
    </message>
</context>
<context>
    <name>lockdesk::WaitsTableModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>잠금</translation>
    </message>
    <message>
        <source>database</source>
        <translation>데이터베이스</translation>
    </message>
    <message>
        <source>cycle %1</source>
        <translation>고리 %1</translation>
    </message>
    <message>
        <source>store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>waiter</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>waits for</source>
        <translation>기다리는 대상</translation>
    </message>
    <message>
        <source>held by</source>
        <translation>보유자</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>대기 시간</translation>
    </message>
    <message>
        <source>cycle</source>
        <translation>고리</translation>
    </message>
</context>
<context>
    <name>lockdesk::WhichLockPage</name>
    <message>
        <source>Which lock?</source>
        <translation>어떤 잠금?</translation>
    </message>
    <message>
        <source>How often do two want the same row?</source>
        <translation>둘이 같은 행을 원하는 일이 얼마나 잦습니까?</translation>
    </message>
    <message>
        <source>Rarely</source>
        <translation>드물게</translation>
    </message>
    <message>
        <source>Often</source>
        <translation>자주</translation>
    </message>
    <message>
        <source>Can the work be one statement or one transaction?</source>
        <translation>작업이 문장 하나나 트랜잭션 하나로 됩니까?</translation>
    </message>
    <message>
        <source>Statement</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>Transaction</source>
        <translation>트랜잭션</translation>
    </message>
    <message>
        <source>Neither</source>
        <translation>둘 다 아님</translation>
    </message>
    <message>
        <source>May it run twice?</source>
        <translation>두 번 실행되어도 됩니까?</translation>
    </message>
    <message>
        <source>Harmless</source>
        <translation>괜찮음</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>안 됨</translation>
    </message>
    <message>
        <source>Longer than a lease?</source>
        <translation>임대보다 오래 걸립니까?</translation>
    </message>
    <message>
        <source>No</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>Store to measure on</source>
        <translation>측정할 저장소</translation>
    </message>
    <message>
        <source>Measure here</source>
        <translation>여기서 측정</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>The ways side by side</source>
        <translation>방법 나란히 비교</translation>
    </message>
    <message>
        <source>Lesson %1</source>
        <translation>수업 %1</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>Protects from</source>
        <translation>막아 주는 것</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>비용</translation>
    </message>
    <message>
        <source>Fails when</source>
        <translation>실패하는 경우</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>이 컴퓨터</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>측정 안 됨</translation>
    </message>
    <message>
        <source>measured %1 on %2, %3</source>
        <translation>%1, %2, %3에서 측정</translation>
    </message>
    <message>
        <source>measured %1 on %2, %3, by a build that is not optimised</source>
        <translation>%1, %2, %3에서 최적화되지 않은 빌드로 측정</translation>
    </message>
    <message>
        <source>What was measured here</source>
        <translation>여기서 측정한 것</translation>
    </message>
    <message>
        <source>Six situations</source>
        <translation>여섯 상황</translation>
    </message>
    <message>
        <source>Three stages</source>
        <translation>세 단계</translation>
    </message>
    <message>
        <source>The ways</source>
        <translation>방법</translation>
    </message>
    <message>
        <source>Measured here</source>
        <translation>측정 결과</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>비교 대상</translation>
    </message>
    <message>
        <source>With 1, 8 and 64 clients, and with processes that are killed, frozen and hang, in a sandbox of the store that is dropped afterwards. It takes some minutes.</source>
        <translation>클라이언트 1, 8, 64개로, 그리고 강제 종료되고 얼고 작업이 멈춘 프로세스로 저장소의 샌드박스에서 측정합니다. 샌드박스는 뒤에 지웁니다. 몇 분 걸립니다.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>It takes several Redis servers beside the lesson&apos;s store: an open redlock:// connection that is not production.</source>
        <translation>수업의 저장소 외에 여러 Redis 서버가 필요합니다. 운영 환경이 아닌, 열려 있는 redlock:// 연결을 씁니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::WorkersPage</name>
    <message>
        <source>Workers</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>No worker is here.</source>
        <translation>워커가 없습니다.</translation>
    </message>
    <message>
        <source>Workers appear here with their first heartbeat, whatever host they run on. Start some of your own to see.</source>
        <translation>어느 호스트에서 실행되든 워커는 첫 하트비트와 함께 여기에 표시됩니다. 워커를 직접 시작하여 확인할 수 있습니다.</translation>
    </message>
    <message>
        <source>Start workers…</source>
        <translation>워커 시작…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Crash</source>
        <translation>강제 종료</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>얼리기</translation>
    </message>
    <message>
        <source>Slow…</source>
        <translation>감속…</translation>
    </message>
    <message>
        <source>Hang</source>
        <translation>멈춤</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>연결 끊기</translation>
    </message>
    <message>
        <source>Skew…</source>
        <translation>시계 어긋내기…</translation>
    </message>
    <message>
        <source>Slow down</source>
        <translation>감속</translation>
    </message>
    <message>
        <source>Seconds added to each step:</source>
        <translation>각 단계에 더할 시간(초):</translation>
    </message>
    <message>
        <source>Skew the clock</source>
        <translation>시계 어긋내기</translation>
    </message>
    <message>
        <source>Seconds that its own clock is ahead (or behind):</source>
        <translation>자체 시계가 앞서는(또는 뒤처지는) 시간(초):</translation>
    </message>
    <message>
        <source>Own workers, last 60 s</source>
        <translation>내 워커, 최근 60초</translation>
    </message>
    <message>
        <source>Select one worker.</source>
        <translation>워커를 하나 선택합니다.</translation>
    </message>
    <message>
        <source>%1 was not started from this window: only own workers can be crashed or frozen.</source>
        <translation>%1: 이 창에서 시작하지 않았습니다. 내 워커만 강제 종료하거나 얼릴 수 있습니다.</translation>
    </message>
    <message>
        <source>Fault on %1</source>
        <translation>%1에 장애 주입</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>장애 주입</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1: 종료되었습니다.</translation>
    </message>
    <message>
        <source>Thaw</source>
        <translation>녹이기</translation>
    </message>
    <message>
        <source>%1 is frozen: thaw it first.</source>
        <translation>%1: 얼어 있습니다. 먼저 녹여야 합니다.</translation>
    </message>
    <message>
        <source>A relay calls its receiver: let that hang instead.</source>
        <translation>릴레이는 수신자를 호출합니다. 대신 수신자를 멈추게 합니다.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>다시 연결</translation>
    </message>
    <message>
        <source>Crash %1</source>
        <translation>%1 강제 종료</translation>
    </message>
    <message>
        <source>last heartbeat %1</source>
        <translation>마지막 하트비트 %1</translation>
    </message>
    <message>
        <source>It works on nothing now.</source>
        <translation>지금은 처리하는 작업이 없습니다.</translation>
    </message>
    <message>
        <source>It works on %1 since %2.</source>
        <translation>%1 처리 중입니다(%2부터).</translation>
    </message>
    <message>
        <source>host, pid</source>
        <translation>호스트, PID</translation>
    </message>
    <message>
        <source>role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>order</source>
        <translation>지시</translation>
    </message>
    <message>
        <source>slow by %1</source>
        <translation>%1 감속</translation>
    </message>
    <message>
        <source>started</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>claims</source>
        <translation>점유</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 완료</translation>
    </message>
    <message>
        <source>relocked</source>
        <translation>다시 잠금</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>거부</translation>
    </message>
    <message>
        <source>waits, p50</source>
        <translation>대기, p50</translation>
    </message>
    <message>
        <source>holds, p50</source>
        <translation>보유, p50</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>At its last heartbeat it worked on nothing.</source>
        <translation>마지막 하트비트 때는 맡은 일이 없었습니다.</translation>
    </message>
    <message>
        <source>At its last heartbeat it worked on %1, since %2.</source>
        <translation>마지막 하트비트 때 %1 처리 중이었습니다(%2부터).</translation>
    </message>
    <message>
        <source>It was told to pause: it takes nothing new until it is told to run.</source>
        <translation>일시 정지 지시를 받았습니다. 다시 실행하라는 지시가 있을 때까지 새 작업을 맡지 않습니다.</translation>
    </message>
    <message>
        <source>It was told to slow down: each step takes %1 longer.</source>
        <translation>감속 지시를 받았습니다. 각 단계가 %1 더 걸립니다.</translation>
    </message>
    <message>
        <source>It was told to stop.</source>
        <translation>중지 지시를 받았습니다.</translation>
    </message>
    <message>
        <source>none started here yet</source>
        <translation>아직 시작한 것이 없음</translation>
    </message>
    <message numerus="yes">
        <source>%Ln started here</source>
        <translation>
            <numerusform>여기서 %Ln개 시작</numerusform>
        </translation>
    </message>
    <message>
        <source>Started from this window; only these can be crashed or frozen.</source>
        <translation>이 창에서 시작했습니다. 이들만 강제 종료하거나 얼릴 수 있습니다.</translation>
    </message>
    <message>
        <source>It works on %1.</source>
        <translation>%1 처리 중입니다.</translation>
    </message>
    <message>
        <source>At its last heartbeat it worked on %1.</source>
        <translation>마지막 하트비트 때 %1 처리 중이었습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::AlertSender</name>
    <message>
        <source>An alert was not sent: %1</source>
        <translation>알림을 보내지 못했습니다: %1</translation>
    </message>
    <message>
        <source>An alert was not sent: the first line of %1 is no address.</source>
        <translation>알림을 보내지 못했습니다: %1의 첫 줄이 주소가 아닙니다.</translation>
    </message>
    <message>
        <source>More than %1 alerts wait: further ones are dropped.</source>
        <translation>대기 중인 알림이 %1건을 넘어 이후 알림은 버립니다.</translation>
    </message>
    <message>
        <source>An alert was not sent by %1: %2</source>
        <translation>%1(으)로 알림을 보내지 못했습니다: %2</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::AuditBook</name>
    <message>
        <source>Not written to the audit: %1</source>
        <translation>감사 기록에 쓰지 못했습니다: %1</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::ConnectionTester</name>
    <message>
        <source>Source %1 cannot be read: %2</source>
        <translation>소스 %1을(를) 읽을 수 없습니다: %2</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::ConnectionsController</name>
    <message>
        <source>%1 is open already.</source>
        <translation>%1: 이미 열려 있습니다.</translation>
    </message>
    <message>
        <source>There is no saved connection %1.</source>
        <translation>%1: 저장된 연결이 없습니다.</translation>
    </message>
    <message>
        <source>%1 waits for the keyring&apos;s answer still.</source>
        <translation>%1: 아직 키링의 응답을 기다리고 있습니다.</translation>
    </message>
    <message>
        <source>%1 is opened as soon as the keyring has given its password.</source>
        <translation>%1: 키링이 비밀번호를 주는 대로 열립니다.</translation>
    </message>
    <message>
        <source>Another connection is named %1 already.</source>
        <translation>%1: 같은 이름의 연결이 이미 있습니다.</translation>
    </message>
    <message>
        <source>This connection was closed.</source>
        <translation>연결이 닫혔습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::Console</name>
    <message>
        <source>The demo did not start: %1</source>
        <translation>데모를 시작하지 못했습니다: %1</translation>
    </message>
    <message>
        <source>Zoom %1 %</source>
        <translation>확대/축소 %1 %</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::Demo</name>
    <message>
        <source>Demo started in %1 s: demo.sqlite, three workers</source>
        <translation>데모를 %1초 만에 시작했습니다: demo.sqlite, 워커 3개</translation>
    </message>
    <message>
        <source>The demo has no workers: %1</source>
        <translation>데모에 워커가 없습니다: %1</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::FindingAlerts</name>
    <message>
        <source>Lockdesk: nothing needs you</source>
        <translation>Lockdesk: 조치할 것이 없습니다</translation>
    </message>
    <message numerus="yes">
        <source>Lockdesk: %Ln finding(s)</source>
        <translation>
            <numerusform>Lockdesk: 발견 사항 %Ln건</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>외 %Ln건</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2: %1</translation>
    </message>
    <message>
        <source>Needs a human</source>
        <translation>사람의 조치 필요</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::Keyring</name>
    <message>
        <source>The keyring did not save the password of %1: %2</source>
        <translation>키링이 %1의 비밀번호를 저장하지 못했습니다: %2</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::LessonStores</name>
    <message>
        <source>%1 is read-only: a sandbox cannot be made there.</source>
        <translation>%1: 읽기 전용입니다. 샌드박스를 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 lives in this process: workers cannot reach it.</source>
        <translation>%1: 이 프로세스 안에 있습니다. 워커가 접근할 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 has no sandboxes.</source>
        <translation>%1: 샌드박스가 없습니다.</translation>
    </message>
    <message>
        <source>%1 does not answer.</source>
        <translation>%1: 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>built-in SQLite</source>
        <translation>내장 SQLite</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::Lessons</name>
    <message numerus="yes">
        <source>%Ln sandbox(es) removed.</source>
        <translation>
            <numerusform>샌드박스 %Ln개를 제거했습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>A lesson did not end well.</source>
        <translation>수업이 정상적으로 끝나지 않았습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sandbox(es) of it are still there: %1.</source>
        <translation>
            <numerusform>이 수업의 샌드박스 %Ln개가 남아 있습니다: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove what is left</source>
        <translation>남은 항목 제거</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::LinkFollower</name>
    <message>
        <source>The link leads to %1, which is not open: open it with Connection, Open, and follow the link again.</source>
        <translation>링크가 가리키는 %1 연결이 열려 있지 않습니다. 연결 메뉴의 열기로 연 다음 링크를 다시 여십시오.</translation>
    </message>
    <message>
        <source>The link leads to %1: no connection has that name here.</source>
        <translation>링크가 가리키는 %1: 그런 이름의 연결이 여기에 없습니다.</translation>
    </message>
    <message>
        <source>The link leads to %1, which has not answered yet.</source>
        <translation>링크가 가리키는 %1이(가) 아직 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>A link to %1 was not followed: close the sheet or dialog first.</source>
        <translation>%1(으)로 가는 링크를 열지 않았습니다. 먼저 시트나 대화 상자를 닫으십시오.</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::PasswordPrompt</name>
    <message>
        <source>%1 waits for a password.</source>
        <translation>%1이(가) 비밀번호를 기다립니다.</translation>
    </message>
    <message>
        <source>the account of this computer</source>
        <translation>이 컴퓨터의 계정</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::Recordings</name>
    <message>
        <source>No store is connected: there is nothing to record.</source>
        <translation>연결된 저장소가 없습니다. 기록할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Record %1</source>
        <translation>%1 기록</translation>
    </message>
    <message>
        <source>Recordings (*.%1)</source>
        <translation>기록 (*.%1)</translation>
    </message>
    <message>
        <source>This connection has not answered yet: there is nothing to record.</source>
        <translation>이 연결은 아직 응답하지 않았습니다. 기록할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Recording %1 into %2.</source>
        <translation>%1: %2에 기록하고 있습니다.</translation>
    </message>
    <message>
        <source>Recorded %1 lines into %2.</source>
        <translation>%1줄을 %2에 기록했습니다.</translation>
    </message>
    <message>
        <source>Recordings (*.%1);;All files (*)</source>
        <translation>기록 (*.%1);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>%1 holds nothing: its recorder was ended before the store answered.</source>
        <translation>%1: 내용이 없습니다. 저장소가 응답하기 전에 기록기가 종료되었습니다.</translation>
    </message>
    <message>
        <source>%1 What is before it is replayed.</source>
        <translation>%1 그 앞부분까지 재생합니다.</translation>
    </message>
    <message>
        <source>No store is connected: there is nothing to save.</source>
        <translation>연결된 저장소가 없어 저장할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Incident Bundle of %1</source>
        <translation>%1의 사고 묶음</translation>
    </message>
    <message>
        <source>This connection has not answered yet: there is nothing to save.</source>
        <translation>이 연결이 아직 응답하지 않아 저장할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Saved %1 lines into %2. Payloads, errors of receivers and statements are left out.</source>
        <translation>%2에 %1줄을 저장했습니다. 페이로드, 수신자의 오류, 문장은 넣지 않았습니다.</translation>
    </message>
    <message>
        <source>Incident bundle of %1: payloads, errors of receivers and statements are left out. %2</source>
        <translation>%1의 사고 묶음입니다. 페이로드, 수신자의 오류, 문장은 빠져 있습니다. %2</translation>
    </message>
    <message>
        <source>Its store kept what it acknowledged.</source>
        <translation>저장소는 승인한 것을 보존했습니다.</translation>
    </message>
    <message>
        <source>Weaknesses of its store: %1.</source>
        <translation>저장소의 약점: %1.</translation>
    </message>
    <message>
        <source>Open Recording or Bundle</source>
        <translation>기록 또는 묶음 열기</translation>
    </message>
    <message numerus="yes">
        <source>%Ln store(s)</source>
        <translation>
            <numerusform>저장소 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved %1 lines of %2 into %3. Payloads, errors of receivers and statements are left out.</source>
        <translation>%2의 %1줄을 %3에 저장했습니다. 페이로드, 수신자의 오류, 문장은 빠져 있습니다.</translation>
    </message>
    <message>
        <source>Incident bundle of %1: payloads, errors of receivers and statements are left out.</source>
        <translation>%1의 사고 묶음입니다. 페이로드, 수신자의 오류, 문장은 빠져 있습니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::app::WorkerProcesses</name>
    <message>
        <source>This connection is not open.</source>
        <translation>이 연결은 열려 있지 않습니다.</translation>
    </message>
    <message>
        <source>%1 is read-only: the session itself cannot write, and workers must.</source>
        <translation>%1: 읽기 전용입니다. 세션 자체가 쓸 수 없으며, 워커는 쓸 수 있어야 합니다.</translation>
    </message>
    <message>
        <source>%1 is missing. It is installed beside the console.</source>
        <translation>%1: 파일이 없습니다. 콘솔과 같은 위치에 설치됩니다.</translation>
    </message>
    <message>
        <source>%1 did not start: %2</source>
        <translation>%1: 시작하지 못했습니다: %2</translation>
    </message>
    <message>
        <source>%1 ended with exit status %2: %3</source>
        <translation>%1: 종료 상태 %2로 끝났습니다: %3</translation>
    </message>
    <message>
        <source>%1 was killed, not from this window: by another program, the system or a crash of its own.</source>
        <translation>%1: 이 창이 아닌 곳에서 종료되었습니다. 다른 프로그램이나 시스템이 종료했거나 스스로 비정상 종료했습니다.</translation>
    </message>
    <message>
        <source>%1 frozen by you. It notices nothing and goes on when it is thawed.</source>
        <translation>%1: 사용자가 얼렸습니다. 아무것도 알아차리지 못하며, 녹이면 계속합니다.</translation>
    </message>
    <message>
        <source>%1 hangs: it lives and beats, and never finishes what it has.</source>
        <translation>%1: 멈췄습니다. 살아서 하트비트를 보내지만 맡은 일을 끝내지 않습니다.</translation>
    </message>
    <message>
        <source>%1 goes on. A write of what it lost meanwhile is refused.</source>
        <translation>%1: 계속합니다. 그동안 잃은 것에 대한 쓰기는 거부됩니다.</translation>
    </message>
    <message>
        <source>%1 cut off from its store: its work is told when the lease cannot be trusted any more.</source>
        <translation>%1: 저장소와 연결이 끊겼습니다. 임대를 더는 믿을 수 없을 때 작업에 알립니다.</translation>
    </message>
    <message>
        <source>%1 reaches its store again.</source>
        <translation>%1: 저장소에 다시 연결되었습니다.</translation>
    </message>
    <message>
        <source>The clock of %1 is right again.</source>
        <translation>%1: 시계가 다시 맞습니다.</translation>
    </message>
    <message>
        <source>The clock of %1 is wrong by %2 s: it must change nothing.</source>
        <translation>%1: 시계가 %2초 어긋났습니다. 아무것도 달라지지 않아야 합니다.</translation>
    </message>
    <message>
        <source>%1 thawed. A write of what it lost meanwhile is refused.</source>
        <translation>%1: 녹였습니다. 그동안 잃은 것에 대한 쓰기는 거부됩니다.</translation>
    </message>
    <message>
        <source>%1 killed by you. What it held is free when its lease runs out.</source>
        <translation>%1을(를) 직접 강제 종료했습니다. 쥐고 있던 것은 임대가 끝나면 풀립니다.</translation>
    </message>
</context>
<context>
    <name>lockdesk::engine</name>
    <message>
        <source>INFO is not permitted to this user</source>
        <translation>이 사용자에게 INFO가 허용되지 않음</translation>
    </message>
    <message>
        <source>a restart takes the server back to its last snapshot or to nothing, and tokens with it</source>
        <translation>다시 시작하면 서버가 마지막 스냅숏이나 빈 상태로 돌아가고 토큰도 함께 돌아감</translation>
    </message>
    <message>
        <source>CONFIG SET appendonly yes, and in redis.conf</source>
        <translation>CONFIG SET appendonly yes, redis.conf에도</translation>
    </message>
    <message>
        <source>the append-only file cannot be written</source>
        <translation>추가 전용 파일을 쓸 수 없음</translation>
    </message>
    <message>
        <source>make room on the server&apos;s disk</source>
        <translation>서버 디스크의 공간 확보</translation>
    </message>
    <message>
        <source>CONFIG GET is not permitted to this user</source>
        <translation>이 사용자에게 CONFIG GET이 허용되지 않음</translation>
    </message>
    <message>
        <source>a power cut can take the last second with it, and the tokens granted in it</source>
        <translation>정전되면 마지막 1초와 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>a power cut can take the last half minute with it, and the tokens granted in it</source>
        <translation>정전되면 마지막 30초와 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>INFO memory does not tell</source>
        <translation>INFO memory에 나오지 않음</translation>
    </message>
    <message>
        <source>beyond its memory limit the server removes locks and fences as it likes, held ones too</source>
        <translation>메모리 한도를 넘으면 서버가 보유 중인 것까지 잠금과 펜스를 마음대로 지움</translation>
    </message>
    <message>
        <source>CONFIG SET maxmemory-policy noeviction, and in redis.conf</source>
        <translation>CONFIG SET maxmemory-policy noeviction, redis.conf에도</translation>
    </message>
    <message>
        <source>commits are not forced to the disk: a power cut can take them with it, or destroy the database</source>
        <translation>커밋이 디스크에 강제로 기록되지 않아 정전되면 커밋을 잃거나 데이터베이스가 깨질 수 있음</translation>
    </message>
    <message>
        <source>a power cut in the middle of a page&apos;s write can destroy committed rows</source>
        <translation>페이지를 쓰는 중에 정전되면 커밋된 행이 깨질 수 있음</translation>
    </message>
    <message>
        <source>a crash can take the last commits with it, and the tokens granted in them</source>
        <translation>비정상 종료되면 마지막 커밋과 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>nothing between this program and the server may drop the startup option synchronous_commit=on</source>
        <translation>이 프로그램과 서버 사이에서 시작 옵션 synchronous_commit=on을 버리지 않게 할 것</translation>
    </message>
    <message>
        <source>a crash empties these tables, and their tokens start again</source>
        <translation>비정상 종료되면 이 테이블들이 비고 토큰이 처음부터 시작됨</translation>
    </message>
    <message>
        <source>the file lies in memory and is gone when the machine restarts, and its tokens with it</source>
        <translation>파일이 메모리에 있어 컴퓨터를 다시 시작하면 토큰과 함께 사라짐</translation>
    </message>
    <message>
        <source>move the file to a disk</source>
        <translation>파일을 디스크로 옮기기</translation>
    </message>
    <message>
        <source>a power cut can take the last transactions with it, and the tokens granted in them</source>
        <translation>정전되면 마지막 트랜잭션과 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>use a build of SQLite that honours PRAGMA synchronous = FULL</source>
        <translation>PRAGMA synchronous = FULL을 따르는 SQLite 빌드 사용</translation>
    </message>
    <message>
        <source>a crash in the middle of a write can destroy the file</source>
        <translation>쓰는 중에 비정상 종료되면 파일이 깨질 수 있음</translation>
    </message>
    <message>
        <source>PRAGMA journal_mode = WAL, with every program closed</source>
        <translation>모든 프로그램을 닫고 PRAGMA journal_mode = WAL</translation>
    </message>
    <message>
        <source>grant clusterMonitor</source>
        <translation>clusterMonitor 권한 부여</translation>
    </message>
    <message>
        <source>behind mongos the shards do not say</source>
        <translation>mongos 뒤의 샤드는 알려 주지 않음</translation>
    </message>
    <message>
        <source>look at each shard</source>
        <translation>각 샤드를 확인</translation>
    </message>
    <message>
        <source>nothing is written to disk: a restart empties the store, and its tokens start again</source>
        <translation>디스크에 기록되지 않아 다시 시작하면 저장소가 비고 토큰이 처음부터 시작됨</translation>
    </message>
    <message>
        <source>use a storage engine that persists</source>
        <translation>영속 저장 엔진 사용</translation>
    </message>
    <message>
        <source>a crash takes the server back to its last checkpoint, up to a minute, and tokens with it</source>
        <translation>비정상 종료되면 서버가 최대 1분 전 체크포인트로 돌아가고 토큰도 함께 돌아감</translation>
    </message>
    <message>
        <source>a power cut can take the commits of the last second with it, and the tokens granted in them</source>
        <translation>정전되면 마지막 1초의 커밋과 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>a crash can take the commits of the last second with it, and the tokens granted in them</source>
        <translation>비정상 종료되면 마지막 1초의 커밋과 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>with a binary log that is not forced to the disk, a power cut can undo commits that were acknowledged</source>
        <translation>바이너리 로그가 디스크에 강제로 기록되지 않아 정전되면 확인된 커밋이 취소될 수 있음</translation>
    </message>
    <message>
        <source>commits are not forced to the disk</source>
        <translation>커밋이 디스크에 강제로 기록되지 않음</translation>
    </message>
    <message>
        <source>this engine does not keep what was committed through a crash</source>
        <translation>이 엔진은 비정상 종료 뒤에 커밋된 것을 유지하지 않음</translation>
    </message>
    <message>
        <source>%1 after the statement was sent: it may have run. Ask again with the same request or claim id</source>
        <translation>문장을 보낸 뒤 문제가 생겼습니다. %1. 실행되었을 수 있으니 같은 요청 ID나 점유 ID로 다시 물어보세요</translation>
    </message>
    <message>
        <source>%1; the command was sent, so it may have happened. Ask again with the same request or claim id</source>
        <translation>%1. 명령은 보냈으므로 실행되었을 수 있습니다. 같은 요청 ID나 점유 ID로 다시 물어보세요</translation>
    </message>
    <message>
        <source>%1; it may have happened. Ask again with the same request or claim id</source>
        <translation>%1. 실행되었을 수 있습니다. 같은 요청 ID나 점유 ID로 다시 물어보세요</translation>
    </message>
    <message>
        <source>%1; try again</source>
        <translation>%1. 다시 시도하세요</translation>
    </message>
    <message>
        <source>%1 of %2 servers answered, %3 are needed; one of the others: %4</source>
        <translation>서버 %2대 중 %1대가 응답했고 %3대가 필요합니다. 나머지 중 하나: %4</translation>
    </message>
    <message>
        <source>%1 of %2 servers answered, %3 are needed</source>
        <translation>서버 %2대 중 %1대가 응답했고 %3대가 필요합니다</translation>
    </message>
    <message>
        <source>the call was interrupted</source>
        <translation>호출이 중단되었습니다</translation>
    </message>
    <message>
        <source>the call was cut</source>
        <translation>호출이 끊겼습니다</translation>
    </message>
    <message>
        <source>the call was cut because the program is closing the session.</source>
        <translation>프로그램이 세션을 닫고 있어 호출이 끊겼습니다.</translation>
    </message>
    <message>
        <source>PostgreSQL at %1 did not answer in time</source>
        <translation>%1의 PostgreSQL이 제시간에 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>MariaDB at %1 did not answer in time</source>
        <translation>%1의 MariaDB가 제시간에 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>the connection to PostgreSQL at %1 was lost</source>
        <translation>%1의 PostgreSQL과 연결이 끊겼습니다</translation>
    </message>
    <message>
        <source>the connection to MariaDB at %1 was lost</source>
        <translation>%1의 MariaDB와 연결이 끊겼습니다</translation>
    </message>
    <message>
        <source>cannot connect to PostgreSQL at %1: no answer in time. Is the server running and the address right?</source>
        <translation>%1의 PostgreSQL에 연결할 수 없습니다. 제시간에 응답이 없습니다. 서버가 실행 중이고 주소가 맞습니까?</translation>
    </message>
    <message>
        <source>cannot connect to PostgreSQL at %1. Is the server running and the address right?</source>
        <translation>%1의 PostgreSQL에 연결할 수 없습니다. 서버가 실행 중이고 주소가 맞습니까?</translation>
    </message>
    <message>
        <source>cannot connect to MariaDB at %1: no answer in time. Is the server running and the address right?</source>
        <translation>%1의 MariaDB에 연결할 수 없습니다. 제시간에 응답이 없습니다. 서버가 실행 중이고 주소가 맞습니까?</translation>
    </message>
    <message>
        <source>cannot connect to MariaDB at %1. Is the server running and the address right?</source>
        <translation>%1의 MariaDB에 연결할 수 없습니다. 서버가 실행 중이고 주소가 맞습니까?</translation>
    </message>
    <message>
        <source>Lockdesk&apos;s schema is not installed in database %1; run `%2`</source>
        <translation>데이터베이스 %1에 Lockdesk 스키마가 없습니다. 실행: `%2`</translation>
    </message>
    <message>
        <source>wrong password for user %1 at %2; give it in the URL, the variable PGPASSWORD or ~/.pgpass</source>
        <translation>%2의 사용자 %1 비밀번호가 틀렸습니다. URL, 변수 PGPASSWORD 또는 ~/.pgpass에 적으세요</translation>
    </message>
    <message>
        <source>no password for user %1 at %2; give it in the URL, the variable PGPASSWORD or ~/.pgpass</source>
        <translation>%2의 사용자 %1 비밀번호가 없습니다. URL, 변수 PGPASSWORD 또는 ~/.pgpass에 적으세요</translation>
    </message>
    <message>
        <source>PostgreSQL at %1 refuses user %2: %3; see pg_hba.conf of the server</source>
        <translation>%1의 PostgreSQL이 사용자 %2을(를) 거부합니다: %3. 서버의 pg_hba.conf를 확인하세요</translation>
    </message>
    <message>
        <source>MariaDB at %1 refuses user %2: %3. Give user and password in the URL</source>
        <translation>%1의 MariaDB가 사용자 %2을(를) 거부합니다: %3. URL에 사용자와 비밀번호를 적으세요</translation>
    </message>
    <message>
        <source>user %1 lacks a permission: %2. As the owner: %3</source>
        <translation>사용자 %1에게 권한이 없습니다: %2. 소유자로 실행: %3</translation>
    </message>
    <message>
        <source>user %1 lacks a permission: %2. As the administrator: %3</source>
        <translation>사용자 %1에게 권한이 없습니다: %2. 관리자로 실행: %3</translation>
    </message>
    <message>
        <source>database %1 does not exist at %2: %3</source>
        <translation>%2에 데이터베이스 %1이(가) 없습니다: %3</translation>
    </message>
    <message>
        <source>database %1 does not exist at %2</source>
        <translation>%2에 데이터베이스 %1이(가) 없습니다</translation>
    </message>
    <message>
        <source>the session or the server is read-only, so PostgreSQL refused the write: %1</source>
        <translation>세션이나 서버가 읽기 전용이라 PostgreSQL이 쓰기를 거부했습니다: %1</translation>
    </message>
    <message>
        <source>the session or the server is read-only, so PostgreSQL refused the write</source>
        <translation>세션이나 서버가 읽기 전용이라 PostgreSQL이 쓰기를 거부했습니다</translation>
    </message>
    <message>
        <source>the session or the server is read-only, so MariaDB refused the write: %1</source>
        <translation>세션이나 서버가 읽기 전용이라 MariaDB가 쓰기를 거부했습니다: %1</translation>
    </message>
    <message>
        <source>the session or the server is read-only, so MariaDB refused the write</source>
        <translation>세션이나 서버가 읽기 전용이라 MariaDB가 쓰기를 거부했습니다</translation>
    </message>
    <message>
        <source>PostgreSQL did not finish in time; nothing was changed: %1</source>
        <translation>PostgreSQL이 제시간에 끝내지 못했고 바뀐 것은 없습니다: %1</translation>
    </message>
    <message>
        <source>PostgreSQL did not finish in time; nothing was changed</source>
        <translation>PostgreSQL이 제시간에 끝내지 못했고 바뀐 것은 없습니다</translation>
    </message>
    <message>
        <source>PostgreSQL rolled back because of concurrent work: %1</source>
        <translation>동시 작업 때문에 PostgreSQL이 롤백했습니다: %1</translation>
    </message>
    <message>
        <source>MariaDB rolled back because of concurrent work: %1</source>
        <translation>동시 작업 때문에 MariaDB가 롤백했습니다: %1</translation>
    </message>
    <message>
        <source>MariaDB at %1 cut the statement off: %2</source>
        <translation>%1의 MariaDB가 문장을 끊었습니다: %2</translation>
    </message>
    <message>
        <source>PostgreSQL at %1 has no free connection; raise max_connections or close some: %2</source>
        <translation>%1의 PostgreSQL에 남은 연결이 없습니다. max_connections를 늘리거나 연결을 닫으세요: %2</translation>
    </message>
    <message>
        <source>MariaDB at %1 has no free connection; raise max_connections or close some: %2</source>
        <translation>%1의 MariaDB에 남은 연결이 없습니다. max_connections를 늘리거나 연결을 닫으세요: %2</translation>
    </message>
    <message>
        <source>PostgreSQL lacks resources (disk or memory): %1</source>
        <translation>PostgreSQL에 자원(디스크나 메모리)이 부족합니다: %1</translation>
    </message>
    <message>
        <source>MariaDB lacks resources (disk or memory): %1</source>
        <translation>MariaDB에 자원(디스크나 메모리)이 부족합니다: %1</translation>
    </message>
    <message>
        <source>PostgreSQL at %1 is starting or shutting down: %2</source>
        <translation>%1의 PostgreSQL이 시작 중이거나 종료 중입니다: %2</translation>
    </message>
    <message>
        <source>a row stayed locked for too long: %1</source>
        <translation>행이 너무 오래 잠겨 있었습니다: %1</translation>
    </message>
    <message>
        <source>PostgreSQL rejected the statement: %1</source>
        <translation>PostgreSQL이 문장을 거부했습니다: %1</translation>
    </message>
    <message>
        <source>MariaDB rejected the statement: %1</source>
        <translation>MariaDB가 문장을 거부했습니다: %1</translation>
    </message>
    <message>
        <source>the session is read-only, so the write was not sent</source>
        <translation>세션이 읽기 전용이라 쓰기를 보내지 않았습니다</translation>
    </message>
    <message>
        <source>no TLS connection to %1 that can be trusted: %2</source>
        <translation>%1에 신뢰할 수 있는 TLS 연결을 맺을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>the server did not answer in time</source>
        <translation>서버가 제시간에 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>the server did not read in time</source>
        <translation>서버가 제시간에 읽지 않았습니다</translation>
    </message>
    <message>
        <source>the server closed the connection before it answered</source>
        <translation>서버가 응답하기 전에 연결을 닫았습니다</translation>
    </message>
    <message>
        <source>the server closed the connection</source>
        <translation>서버가 연결을 닫았습니다</translation>
    </message>
    <message>
        <source>the connection broke (%1)</source>
        <translation>연결이 끊어졌습니다(%1)</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>제시간에 응답 없음</translation>
    </message>
    <message>
        <source>cannot reach the server; is it running, and the address right? (%1)</source>
        <translation>서버에 연결할 수 없습니다. 실행 중이고 주소가 맞습니까? (%1)</translation>
    </message>
    <message>
        <source>cannot reach the server: %1</source>
        <translation>서버에 연결할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>the server&apos;s answer makes no sense (%1)</source>
        <translation>서버의 응답을 이해할 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>the server asks for a password: put it into the URL, the keyring or REDISCLI_AUTH</source>
        <translation>서버가 비밀번호를 요구합니다. URL, 키링 또는 REDISCLI_AUTH에 적으세요</translation>
    </message>
    <message>
        <source>wrong password or user name, or the user is disabled</source>
        <translation>비밀번호나 사용자 이름이 틀렸거나 사용자가 비활성화되었습니다</translation>
    </message>
    <message>
        <source>wrong user name or password, or another authSource is needed</source>
        <translation>사용자 이름이나 비밀번호가 틀렸거나 다른 authSource가 필요합니다</translation>
    </message>
    <message>
        <source>the login failed: wrong user name or password, or another authSource is needed</source>
        <translation>로그인하지 못했습니다. 사용자 이름이나 비밀번호가 틀렸거나 다른 authSource가 필요합니다</translation>
    </message>
    <message>
        <source>the user lacks a permission; docs/stores/redis.md has the ACL rules for working and for watching</source>
        <translation>사용자에게 권한이 없습니다. 작업용과 관찰용 ACL 규칙은 docs/stores/redis.md에 있습니다</translation>
    </message>
    <message>
        <source>the user lacks a permission; docs/stores/mongodb.md names the roles for working and for watching</source>
        <translation>사용자에게 권한이 없습니다. 작업용과 관찰용 역할은 docs/stores/mongodb.md에 있습니다</translation>
    </message>
    <message>
        <source>the user lacks a permission</source>
        <translation>사용자에게 권한이 없습니다</translation>
    </message>
    <message>
        <source>the server is a replica; give the URL of its primary</source>
        <translation>이 서버는 복제본입니다. 주 서버의 URL을 적으세요</translation>
    </message>
    <message>
        <source>this session is read-only</source>
        <translation>이 세션은 읽기 전용입니다</translation>
    </message>
    <message>
        <source>Lockdesk&apos;s schema is not installed on this server; run `%1`</source>
        <translation>이 서버에 Lockdesk 스키마가 없습니다. 실행: `%1`</translation>
    </message>
    <message>
        <source>Lockdesk&apos;s schema is not installed in this database; run `%1`</source>
        <translation>이 데이터베이스에 Lockdesk 스키마가 없습니다. 실행: `%1`</translation>
    </message>
    <message>
        <source>the server&apos;s memory is full; nothing was changed. Raise maxmemory or free some</source>
        <translation>서버의 메모리가 가득 찼고 바뀐 것은 없습니다. maxmemory를 늘리거나 메모리를 비우세요</translation>
    </message>
    <message>
        <source>the server cannot save to disk and refuses writes; look at its log and disk</source>
        <translation>서버가 디스크에 저장하지 못해 쓰기를 거부합니다. 로그와 디스크를 확인하세요</translation>
    </message>
    <message>
        <source>the server is still loading its data; try again in a moment</source>
        <translation>서버가 아직 데이터를 읽고 있습니다. 잠시 뒤 다시 시도하세요</translation>
    </message>
    <message>
        <source>the server is kept busy by a script; wait, or SCRIPT KILL it</source>
        <translation>스크립트가 서버를 붙잡고 있습니다. 기다리거나 SCRIPT KILL로 끝내세요</translation>
    </message>
    <message>
        <source>the server refused: %1</source>
        <translation>서버가 거부했습니다: %1</translation>
    </message>
    <message>
        <source>the server is shutting down</source>
        <translation>서버가 종료 중입니다</translation>
    </message>
    <message>
        <source>the replica set has no primary at the moment</source>
        <translation>지금 복제 세트에 주 서버가 없습니다</translation>
    </message>
    <message>
        <source>the primary has stepped down; the replica set elects another</source>
        <translation>주 서버가 물러났고 복제 세트가 다른 주 서버를 뽑는 중입니다</translation>
    </message>
    <message>
        <source>this member is not the primary any more</source>
        <translation>이 구성원은 더 이상 주 서버가 아닙니다</translation>
    </message>
    <message>
        <source>this member is starting or recovering</source>
        <translation>이 구성원은 시작 중이거나 복구 중입니다</translation>
    </message>
    <message>
        <source>the server gave it up because it took too long; nothing was changed</source>
        <translation>너무 오래 걸려 서버가 그만두었고 바뀐 것은 없습니다</translation>
    </message>
    <message>
        <source>others changed it again and again; nothing was done. Try again</source>
        <translation>다른 곳에서 계속 바꾸어 아무것도 하지 않았습니다. 다시 시도하세요</translation>
    </message>
    <message>
        <source>%1 is locked by another process and did not come free within %2. Try again; if it stays so, end the program that has a transaction open on it.</source>
        <translation>다른 프로세스가 %1을(를) 잠갔고 %2 안에 풀리지 않았습니다. 다시 시도하고, 계속 그러면 이 파일에 트랜잭션을 열어 둔 프로그램을 끝내세요.</translation>
    </message>
    <message>
        <source>the call did not end within %1; nothing was changed. Raise --timeout or narrow the question.</source>
        <translation>호출이 %1 안에 끝나지 않았고 바뀐 것은 없습니다. --timeout을 늘리거나 질문을 좁히세요.</translation>
    </message>
    <message>
        <source>%1 can only be read (%2); make the file and its folder writable, or open another.</source>
        <translation>%1은(는) 읽을 수만 있습니다(%2). 파일과 폴더에 쓰기를 허용하거나 다른 파일을 여세요.</translation>
    </message>
    <message>
        <source>there is no room left for %1; nothing was changed. Make room on its disk and try again.</source>
        <translation>%1을(를) 둘 공간이 없고 바뀐 것은 없습니다. 디스크에 공간을 만들고 다시 시도하세요.</translation>
    </message>
    <message>
        <source>%1 is not a SQLite database; choose another file.</source>
        <translation>%1은(는) SQLite 데이터베이스가 아닙니다. 다른 파일을 고르세요.</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); stop writing to it and restore it from a backup.</source>
        <translation>%1이(가) 손상되었습니다(%2). 쓰기를 멈추고 백업에서 복원하세요.</translation>
    </message>
    <message>
        <source>%1 cannot be opened (%2); check that its folder exists and can be written.</source>
        <translation>%1을(를) 열 수 없습니다(%2). 폴더가 있고 쓸 수 있는지 확인하세요.</translation>
    </message>
    <message>
        <source>there is no file %1; create it with `%2`.</source>
        <translation>파일 %1이(가) 없습니다. 만들기: `%2`.</translation>
    </message>
    <message>
        <source>Lockdesk&apos;s tables are not installed in %1; %2.</source>
        <translation>%1에 Lockdesk 테이블이 없습니다. %2.</translation>
    </message>
    <message>
        <source>run `%1`</source>
        <translation>실행: `%1`</translation>
    </message>
    <message>
        <source>%1 is a folder; name a file in it.</source>
        <translation>%1은(는) 폴더입니다. 그 안의 파일을 적으세요.</translation>
    </message>
    <message>
        <source>this connection was opened read-only; open it without --read-only to write.</source>
        <translation>이 연결은 읽기 전용으로 열렸습니다. 쓰려면 --read-only 없이 여세요.</translation>
    </message>
    <message>
        <source>A quote is not closed (at character %1).</source>
        <translation>따옴표가 닫히지 않았습니다(%1번째 글자).</translation>
    </message>
    <message>
        <source>Unknown word &quot;%1&quot; (at character %2). Try %3.</source>
        <translation>모르는 낱말 &quot;%1&quot;(%2번째 글자). 예: %3.</translation>
    </message>
    <message>
        <source>Unknown key &quot;%1&quot; (at character %2). Try %3.</source>
        <translation>모르는 키 &quot;%1&quot;(%2번째 글자). 예: %3.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no value (at character %2).</source>
        <translation>&quot;%1&quot;에 값이 없습니다(%2번째 글자).</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither a number nor a duration (at character %2). Try %3.</source>
        <translation>&quot;%1&quot;은(는) 숫자도 기간도 아닙니다(%2번째 글자). 예: %3.</translation>
    </message>
    <message>
        <source>%1; write for example %2</source>
        <translation>%1. 예: %2</translation>
    </message>
    <message>
        <source>the store URL is empty</source>
        <translation>저장소 URL이 비어 있습니다</translation>
    </message>
    <message>
        <source>the store URL has no scheme</source>
        <translation>저장소 URL에 방식(scheme)이 없습니다</translation>
    </message>
    <message>
        <source>&apos;%1:&apos; must be followed by //</source>
        <translation>&apos;%1:&apos; 뒤에는 //가 와야 합니다</translation>
    </message>
    <message>
        <source>the SQLite URL names no file</source>
        <translation>SQLite URL에 파일이 없습니다</translation>
    </message>
    <message>
        <source>the store URL&apos;s port is not a number from 1 to 65535</source>
        <translation>저장소 URL의 포트가 1에서 65535 사이의 숫자가 아닙니다</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a kind of store that Lockdesk knows</source>
        <translation>&apos;%1&apos;은(는) Lockdesk가 아는 저장소 종류가 아닙니다</translation>
    </message>
    <message>
        <source>the %1 backend is not built in; build with %2</source>
        <translation>%1 백엔드가 들어 있지 않습니다. %2(으)로 빌드하세요</translation>
    </message>
    <message>
        <source>lease %1 is too short; the shortest is %2</source>
        <translation>임대 %1은(는) 너무 짧습니다. 가장 짧은 임대는 %2입니다</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is too long; write &apos;forever&apos;</source>
        <translation>&apos;%1&apos;은(는) 너무 깁니다. &apos;forever&apos;라고 쓰세요</translation>
    </message>
    <message>
        <source>This connection was closed, or it is a recording: nothing can be changed.</source>
        <translation>이 연결은 닫혔거나 녹화입니다. 아무것도 바꿀 수 없습니다.</translation>
    </message>
    <message>
        <source>%1: no answer in time</source>
        <translation>%1: 제시간에 응답 없음</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a duration; write a number and a unit, such as %2, or &apos;forever&apos;</source>
        <translation>&apos;%1&apos;은(는) 기간이 아닙니다. %2처럼 숫자와 단위를 쓰거나 &apos;forever&apos;라고 쓰세요</translation>
    </message>
    <message>
        <source>there is no table %1 in this database; run `%2`</source>
        <translation>이 데이터베이스에 테이블 %1이(가) 없습니다. 실행: `%2`</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is inside a transaction, which on SQLite holds the whole file: do that when it is over.</source>
        <translation>&apos;%1&apos;은(는) 트랜잭션 안에 있고, SQLite에서는 그동안 파일 전체가 잠깁니다. 끝난 뒤에 하세요.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is in the middle of something; thaw it, or let it end first.</source>
        <translation>&apos;%1&apos;은(는) 무언가를 하는 중입니다. 먼저 녹이거나 끝나기를 기다리세요.</translation>
    </message>
    <message>
        <source>There is no actor &apos;%1&apos; to do that to.</source>
        <translation>&apos;%1&apos;이라는 참여자가 없습니다.</translation>
    </message>
    <message>
        <source>A step waits for another, and none goes on.</source>
        <translation>한 단계가 다른 단계를 기다리고, 아무것도 나아가지 못합니다.</translation>
    </message>
    <message>
        <source>The lesson does not get that far again: whoever is left waits inside the store.</source>
        <translation>수업이 다시 거기까지 가지 못합니다. 남은 쪽이 저장소 안에서 기다립니다.</translation>
    </message>
    <message>
        <source>no TLS connection to PostgreSQL at %1 that can be trusted: %2</source>
        <translation>%1의 PostgreSQL에 신뢰할 수 있는 TLS 연결을 맺을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>no TLS connection to MariaDB at %1 that can be trusted: %2</source>
        <translation>%1의 MariaDB에 신뢰할 수 있는 TLS 연결을 맺을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>the store URL is not valid UTF-8</source>
        <translation>저장소 URL이 올바른 UTF-8이 아닙니다</translation>
    </message>
    <message>
        <source>the store URL has an @ behind its ?; a ? in a password is written %1, an @ %2</source>
        <translation>저장소 URL의 ? 뒤에 @가 있습니다. 비밀번호의 ?는 %1(으)로, @는 %2(으)로 씁니다</translation>
    </message>
    <message>
        <source>the store URL has an @ behind its first /; a / in a password is written %1, an @ %2</source>
        <translation>저장소 URL의 첫 / 뒤에 @가 있습니다. 비밀번호의 /는 %1(으)로, @는 %2(으)로 씁니다</translation>
    </message>
    <message>
        <source>a percent escape in the store URL&apos;s options is cut short, or stands for no text</source>
        <translation>저장소 URL 옵션의 % 표기가 잘렸거나 글자가 아닙니다</translation>
    </message>
    <message>
        <source>a percent escape in the store URL&apos;s user or password is cut short, or stands for no text</source>
        <translation>저장소 URL의 사용자나 비밀번호에 있는 % 표기가 잘렸거나 글자가 아닙니다</translation>
    </message>
    <message>
        <source>a percent escape in the store URL&apos;s path is cut short, or stands for no text</source>
        <translation>저장소 URL 경로의 % 표기가 잘렸거나 글자가 아닙니다</translation>
    </message>
    <message>
        <source>a percent escape in the store URL&apos;s host is cut short, or stands for no text</source>
        <translation>저장소 URL 호스트의 % 표기가 잘렸거나 글자가 아닙니다</translation>
    </message>
    <message>
        <source>an option of the store URL has no name</source>
        <translation>저장소 URL에 이름 없는 옵션이 있습니다</translation>
    </message>
    <message>
        <source>the store URL names the option &apos;password&apos; beside a password before its host</source>
        <translation>저장소 URL에 호스트 앞의 비밀번호와 &apos;password&apos; 옵션이 함께 있습니다</translation>
    </message>
    <message>
        <source>the store URL names the option &apos;%1&apos; twice</source>
        <translation>저장소 URL에 옵션 &apos;%1&apos;이(가) 두 번 있습니다</translation>
    </message>
    <message>
        <source>user and password of all servers come once, right behind %1</source>
        <translation>모든 서버의 사용자와 비밀번호는 %1 바로 뒤에 한 번만 씁니다</translation>
    </message>
    <message>
        <source>the store URL&apos;s IPv6 address lacks its closing bracket</source>
        <translation>저장소 URL의 IPv6 주소에 닫는 괄호가 없습니다</translation>
    </message>
    <message>
        <source>the store URL has text after its IPv6 address</source>
        <translation>저장소 URL의 IPv6 주소 뒤에 다른 글자가 있습니다</translation>
    </message>
    <message>
        <source>the URL asks for &apos;%1&apos;, which %2 does not know; there are no options</source>
        <translation>URL에 &apos;%1&apos; 옵션이 있지만 %2에는 옵션이 없습니다</translation>
    </message>
    <message>
        <source>the URL asks for &apos;%1&apos;, which %2 does not know; there are: %3</source>
        <translation>URL에 있는 &apos;%1&apos; 옵션을 %2은(는) 모릅니다. 있는 옵션: %3</translation>
    </message>
    <message>
        <source>the URL asks for TLS, which Redis does not speak on a Unix socket</source>
        <translation>URL이 TLS를 요구하지만 Redis는 유닉스 소켓에서 TLS를 쓰지 않습니다</translation>
    </message>
    <message>
        <source>the URL asks for TLS (&apos;%1&apos;), which PostgreSQL does not speak on a local socket</source>
        <translation>URL이 TLS를 요구하지만(&apos;%1&apos;) PostgreSQL은 로컬 소켓에서 TLS를 쓰지 않습니다</translation>
    </message>
    <message>
        <source>the URL asks for TLS (&apos;%1&apos;), which MongoDB does not speak on a Unix socket</source>
        <translation>URL이 TLS를 요구하지만(&apos;%1&apos;) MongoDB는 유닉스 소켓에서 TLS를 쓰지 않습니다</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;tls&apos; says off, and its scheme asks for TLS</source>
        <translation>URL의 &apos;tls&apos; 옵션은 끔이지만 스킴은 TLS를 요구합니다</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; is for TLS, and tls is off</source>
        <translation>URL의 &apos;%1&apos; 옵션은 TLS용인데 tls가 꺼져 있습니다</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; names a file that cannot be read or is empty: %2</source>
        <translation>URL의 &apos;%1&apos; 옵션이 가리키는 파일을 읽을 수 없거나 비어 있습니다: %2</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; says another one than the part before the ?</source>
        <translation>URL의 &apos;%1&apos; 옵션이 ? 앞부분과 다릅니다</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; stands beside &apos;%2&apos;; ask for TLS in one of the two spellings</source>
        <translation>URL에 &apos;%1&apos; 옵션과 &apos;%2&apos; 옵션이 함께 있습니다. TLS는 한 가지 표기로만 요구하세요</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; stands beside ssl options; ask for TLS in one of the two spellings</source>
        <translation>URL에 &apos;%1&apos; 옵션과 ssl 옵션이 함께 있습니다. TLS는 한 가지 표기로만 요구하세요</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;socket&apos; stands beside a host; one of them is where to connect</source>
        <translation>URL에 &apos;socket&apos; 옵션과 호스트가 함께 있습니다. 연결할 곳은 하나여야 합니다</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; contradicts the one that lets TLS be left out</source>
        <translation>URL의 &apos;%1&apos; 옵션이 TLS를 쓰지 않아도 된다는 옵션과 모순됩니다</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; contradicts %2</source>
        <translation>URL의 &apos;%1&apos; 옵션이 %2와(과) 모순됩니다</translation>
    </message>
    <message>
        <source>the URL&apos;s options &apos;%1&apos; and &apos;%2&apos; contradict each other</source>
        <translation>URL의 &apos;%1&apos; 옵션과 &apos;%2&apos; 옵션이 서로 모순됩니다</translation>
    </message>
    <message>
        <source>the URL says &apos;%1&apos; in two spellings</source>
        <translation>URL에 &apos;%1&apos;이(가) 두 가지 표기로 있습니다</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; needs %2 beside it</source>
        <translation>URL의 &apos;%1&apos; 옵션에는 %2 옵션도 필요합니다</translation>
    </message>
    <message>
        <source>the URL&apos;s option &apos;%1&apos; needs %2</source>
        <translation>URL의 &apos;%1&apos; 옵션에 필요한 값: %2</translation>
    </message>
    <message>
        <source>no value or %1, because that is Lockdesk&apos;s to decide</source>
        <translation>값 없음 또는 %1(Lockdesk가 정하는 것이므로)</translation>
    </message>
    <message>
        <source>verify, require or off</source>
        <translation>verify, require, off 중 하나</translation>
    </message>
    <message>
        <source>a host&apos;s name</source>
        <translation>호스트 이름</translation>
    </message>
    <message>
        <source>a number of seconds</source>
        <translation>초 단위 숫자</translation>
    </message>
    <message>
        <source>a number of milliseconds</source>
        <translation>밀리초 단위 숫자</translation>
    </message>
    <message>
        <source>one host in the URL</source>
        <translation>URL에 호스트 하나</translation>
    </message>
    <message>
        <source>true: revocation is not looked up</source>
        <translation>true(해지 여부는 조회하지 않음)</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 또는 false</translation>
    </message>
    <message>
        <source>1 or 0</source>
        <translation>1 또는 0</translation>
    </message>
    <message>
        <source>disable, allow, prefer, require, verify-ca or verify-full</source>
        <translation>disable, allow, prefer, require, verify-ca, verify-full 중 하나</translation>
    </message>
    <message>
        <source>DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY</source>
        <translation>DISABLED, PREFERRED, REQUIRED, VERIFY_CA, VERIFY_IDENTITY 중 하나</translation>
    </message>
    <message>
        <source>this computer has no file of CA certificates that libpq could use; name one with tls-ca</source>
        <translation>이 컴퓨터에 libpq가 쓸 CA 인증서 파일이 없습니다. tls-ca로 지정하세요</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no %2 URL</source>
        <translation>&apos;%1&apos;은(는) %2 URL이 아닙니다</translation>
    </message>
    <message>
        <source>the URL is not right for MongoDB: %1</source>
        <translation>MongoDB에 맞지 않는 URL입니다: %1</translation>
    </message>
    <message>
        <source>the URL&apos;s hosts or options are not right for MongoDB</source>
        <translation>URL의 호스트나 옵션이 MongoDB에 맞지 않습니다</translation>
    </message>
    <message>
        <source>the URL&apos;s options are not right for MongoDB</source>
        <translation>URL의 옵션이 MongoDB에 맞지 않습니다</translation>
    </message>
    <message>
        <source>the end of a MongoDB URL is the name of a database, not &apos;%1&apos;</source>
        <translation>MongoDB URL의 끝은 데이터베이스 이름이어야 하며 &apos;%1&apos;은(는) 아닙니다</translation>
    </message>
    <message>
        <source>the end of a Redis URL is the number of a database, not &apos;%1&apos;</source>
        <translation>Redis URL의 끝은 데이터베이스 번호여야 하며 &apos;%1&apos;은(는) 아닙니다</translation>
    </message>
    <message>
        <source>the URL names no database (%1)</source>
        <translation>URL에 데이터베이스가 없습니다(%1)</translation>
    </message>
    <message>
        <source>a SQLite store needs a file: %1</source>
        <translation>SQLite 저장소에는 파일이 필요합니다: %1</translation>
    </message>
    <message>
        <source>the Redlock URL names a server without a host; write %1</source>
        <translation>Redlock URL에 호스트 없는 서버가 있습니다. 예: %1</translation>
    </message>
    <message>
        <source>the Redlock URL names no server; write %1</source>
        <translation>Redlock URL에 서버가 없습니다. 예: %1</translation>
    </message>
    <message>
        <source>the Redlock URL names %1 twice; each server must be one of its own</source>
        <translation>Redlock URL에 %1이(가) 두 번 있습니다. 서버는 모두 서로 달라야 합니다</translation>
    </message>
    <message>
        <source>the server&apos;s certificate has expired (%1)</source>
        <translation>서버의 인증서가 만료되었습니다(%1)</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not valid yet (%1)</source>
        <translation>서버의 인증서가 아직 유효하지 않습니다(%1)</translation>
    </message>
    <message>
        <source>the server&apos;s certificate was revoked (%1)</source>
        <translation>서버의 인증서가 해지되었습니다(%1)</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for another name than %1 (%2)</source>
        <translation>서버의 인증서가 %1이(가) 아닌 다른 이름의 것입니다(%2)</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for another name (%1)</source>
        <translation>서버의 인증서가 다른 이름의 것입니다(%1)</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is of an unknown authority (%1); name its CA with tls-ca</source>
        <translation>서버의 인증서를 발급한 기관을 알 수 없습니다(%1). 그 CA를 tls-ca로 지정하세요</translation>
    </message>
    <message>
        <source>the server&apos;s certificate was not accepted (%1)</source>
        <translation>서버의 인증서를 받아들일 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>the server asks for a client certificate; give tls-cert and tls-key</source>
        <translation>서버가 클라이언트 인증서를 요구합니다. tls-cert와 tls-key를 지정하세요</translation>
    </message>
    <message>
        <source>the server asks for a client certificate (%1); give tls-cert and tls-key</source>
        <translation>서버가 클라이언트 인증서를 요구합니다(%1). tls-cert와 tls-key를 지정하세요</translation>
    </message>
    <message>
        <source>the server ended the handshake (%1); perhaps it asks for a client certificate (tls-cert and tls-key)</source>
        <translation>서버가 핸드셰이크를 끝냈습니다(%1). 클라이언트 인증서(tls-cert와 tls-key)가 필요할 수 있습니다</translation>
    </message>
    <message>
        <source>the server does not accept our certificate (%1)</source>
        <translation>서버가 이쪽 인증서를 받아들이지 않습니다(%1)</translation>
    </message>
    <message>
        <source>the server has no TLS 1.2 or newer (%1)</source>
        <translation>서버에 TLS 1.2 이상이 없습니다(%1)</translation>
    </message>
    <message>
        <source>the server does not speak TLS on this port (it answered in the clear)</source>
        <translation>서버가 이 포트에서 TLS를 쓰지 않습니다(평문으로 응답함)</translation>
    </message>
    <message>
        <source>the server does not speak TLS on this port (it answered a PING in the clear)</source>
        <translation>서버가 이 포트에서 TLS를 쓰지 않습니다(PING에 평문으로 응답함)</translation>
    </message>
    <message>
        <source>the server does not speak TLS on this port (it closed the connection when TLS was begun)</source>
        <translation>서버가 이 포트에서 TLS를 쓰지 않습니다(TLS를 시작하자 연결을 닫음)</translation>
    </message>
    <message>
        <source>the server does not speak TLS on this port (%1)</source>
        <translation>서버가 이 포트에서 TLS를 쓰지 않습니다(%1)</translation>
    </message>
    <message>
        <source>the server does not speak TLS on this port</source>
        <translation>서버가 이 포트에서 TLS를 쓰지 않습니다</translation>
    </message>
    <message>
        <source>a local socket speaks no TLS</source>
        <translation>로컬 소켓은 TLS를 쓰지 않습니다</translation>
    </message>
    <message>
        <source>the server did not finish the TLS handshake in time</source>
        <translation>서버가 제시간에 TLS 핸드셰이크를 마치지 않았습니다</translation>
    </message>
    <message>
        <source>the server did not answer to TLS in time</source>
        <translation>서버가 제시간에 TLS에 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>the connection broke during the TLS handshake</source>
        <translation>TLS 핸드셰이크 중에 연결이 끊어졌습니다</translation>
    </message>
    <message>
        <source>there is no name that its certificate could be for; give tls-name</source>
        <translation>인증서와 비교할 이름이 없습니다. tls-name을 지정하세요</translation>
    </message>
    <message>
        <source>the CA certificates in the system&apos;s store cannot be used (%1)</source>
        <translation>시스템 저장소의 CA 인증서를 쓸 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>the CA certificates in %1 cannot be used (%2)</source>
        <translation>%1의 CA 인증서를 쓸 수 없습니다(%2)</translation>
    </message>
    <message>
        <source>our certificate in %1 cannot be used (%2)</source>
        <translation>%1의 이쪽 인증서를 쓸 수 없습니다(%2)</translation>
    </message>
    <message>
        <source>the key of our certificate in %1 cannot be used (%2)</source>
        <translation>%1에 있는 이쪽 인증서의 키를 쓸 수 없습니다(%2)</translation>
    </message>
    <message>
        <source>this build of libmariadb cannot look for the name of tls-name</source>
        <translation>이 libmariadb 빌드는 tls-name의 이름을 확인할 수 없습니다</translation>
    </message>
    <message>
        <source>OpenSSL could not be started</source>
        <translation>OpenSSL을 시작할 수 없습니다</translation>
    </message>
    <message>
        <source>Lockdesk&apos;s schema in database %1 has version %2, which is older than this program; to bring it up to date in place, %3</source>
        <translation>데이터베이스 %1의 Lockdesk 스키마가 이 프로그램보다 오래된 버전 %2입니다. 그 자리에서 최신으로 올리려면 %3</translation>
    </message>
    <message>
        <source>Lockdesk&apos;s schema in this database has version %1, which is older than this program; to bring it up to date in place, %2</source>
        <translation>이 데이터베이스의 Lockdesk 스키마가 이 프로그램보다 오래된 버전 %1입니다. 그 자리에서 최신으로 올리려면 %2</translation>
    </message>
    <message>
        <source>%1 has schema version %2, which is older than this program; to bring it up to date in place, %3.</source>
        <translation>%1의 스키마가 이 프로그램보다 오래된 버전 %2입니다. 그 자리에서 최신으로 올리려면 %3.</translation>
    </message>
    <message>
        <source>the schema on this server is older than this build works with; run `%1`, which brings it up to date and keeps what is in it</source>
        <translation>이 서버의 스키마가 이 빌드보다 오래되었습니다. `%1`을(를) 실행하면 내용을 그대로 두고 최신으로 올립니다</translation>
    </message>
    <message>
        <source>the store&apos;s schema has version %1, which is newer than this program; it is opened read-only. Use a newer Lockdesk to write</source>
        <translation>저장소의 스키마가 이 프로그램보다 새로운 버전 %1이므로 읽기 전용으로 엽니다. 쓰려면 더 새로운 Lockdesk를 쓰세요</translation>
    </message>
    <message>
        <source>the schema is newer than this build writes, so it is opened read-only; use a newer Lockdesk</source>
        <translation>스키마가 이 빌드보다 새로우므로 읽기 전용으로 엽니다. 더 새로운 Lockdesk를 쓰세요</translation>
    </message>
    <message>
        <source>the schema has version %1, newer than this build writes, so it is opened read-only; use a newer Lockdesk</source>
        <translation>스키마가 이 빌드보다 새로운 버전 %1이므로 읽기 전용으로 엽니다. 더 새로운 Lockdesk를 쓰세요</translation>
    </message>
    <message>
        <source>%1 has schema version %2, which is newer than this program knows; it can be read. Update Lockdesk to write.</source>
        <translation>%1의 스키마가 이 프로그램보다 새로운 버전 %2입니다. 읽을 수는 있습니다. 쓰려면 Lockdesk를 새로 설치하세요.</translation>
    </message>
    <message>
        <source>there is no sandbox &apos;%1&apos; in database %2; make it with `%3`</source>
        <translation>데이터베이스 %2에 샌드박스 &apos;%1&apos;이(가) 없습니다. 만들기: `%3`</translation>
    </message>
    <message>
        <source>there is no sandbox &apos;%1&apos; on this server; run `%2`</source>
        <translation>이 서버에 샌드박스 &apos;%1&apos;이(가) 없습니다. 실행: `%2`</translation>
    </message>
    <message>
        <source>there is no sandbox &apos;%1&apos; in this database; run `%2`</source>
        <translation>이 데이터베이스에 샌드박스 &apos;%1&apos;이(가) 없습니다. 실행: `%2`</translation>
    </message>
    <message>
        <source>a table %1 that is not Lockdesk&apos;s is in database %2; nothing was changed. %3</source>
        <translation>데이터베이스 %2에 Lockdesk의 것이 아닌 표 %1이(가) 있습니다. 아무것도 바꾸지 않았습니다. %3</translation>
    </message>
    <message>
        <source>Rename it, or use another database or search_path</source>
        <translation>이름을 바꾸거나 다른 데이터베이스나 search_path를 쓰세요</translation>
    </message>
    <message>
        <source>Rename it, or use another database</source>
        <translation>이름을 바꾸거나 다른 데이터베이스를 쓰세요</translation>
    </message>
    <message>
        <source>a table &apos;%1&apos; that is not Lockdesk&apos;s is in %2; nothing was changed. Rename it, or choose another file.</source>
        <translation>%2에 Lockdesk의 것이 아닌 표 &apos;%1&apos;이(가) 있습니다. 아무것도 바꾸지 않았습니다. 이름을 바꾸거나 다른 파일을 고르세요.</translation>
    </message>
    <message>
        <source>the key %1 exists and is not Lockdesk&apos;s; nothing was changed. Rename it or use another database number</source>
        <translation>키 %1이(가) 이미 있고 Lockdesk의 것이 아닙니다. 아무것도 바꾸지 않았습니다. 이름을 바꾸거나 다른 데이터베이스 번호를 쓰세요</translation>
    </message>
    <message>
        <source>a table of Lockdesk&apos;s in database %1 is not as Lockdesk made it: %2</source>
        <translation>데이터베이스 %1의 Lockdesk 표가 Lockdesk가 만든 것과 다릅니다: %2</translation>
    </message>
    <message>
        <source>%1 lacks what this program needs (%2); %3.</source>
        <translation>%1에 이 프로그램에 필요한 것이 없습니다(%2). %3.</translation>
    </message>
    <message>
        <source>somebody else changes the schema just now</source>
        <translation>지금 다른 쪽이 스키마를 바꾸고 있습니다</translation>
    </message>
    <message>
        <source>a collection of ours is missing; run `%1`</source>
        <translation>Lockdesk의 컬렉션이 없습니다. 실행: `%1`</translation>
    </message>
    <message>
        <source>no schema of the search_path exists in database %1; %2</source>
        <translation>데이터베이스 %1에 search_path의 스키마가 없습니다. %2</translation>
    </message>
    <message>
        <source>it was done, but too few members have confirmed it (%1), so a failover may undo it</source>
        <translation>실행되었지만 확인한 구성원이 너무 적어(%1) 장애 조치로 되돌려질 수 있습니다</translation>
    </message>
    <message>
        <source>the name &apos;%1&apos; was not resolved in time</source>
        <translation>이름 &apos;%1&apos;을(를) 제시간에 찾지 못했습니다</translation>
    </message>
    <message>
        <source>the name &apos;%1&apos; was not found: %2</source>
        <translation>이름 &apos;%1&apos;을(를) 찾을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>the path of the socket is too long</source>
        <translation>소켓 경로가 너무 깁니다</translation>
    </message>
    <message>
        <source>this server is Redis %1; Lockdesk needs Redis 7.0 or newer</source>
        <translation>이 서버는 Redis %1입니다. Lockdesk에는 Redis 7.0 이상이 필요합니다</translation>
    </message>
    <message>
        <source>this is a Redis Cluster, which Lockdesk does not support</source>
        <translation>Redis Cluster이며 Lockdesk는 지원하지 않습니다</translation>
    </message>
    <message>
        <source>the connection is lost (%1)</source>
        <translation>연결이 끊어졌습니다(%1)</translation>
    </message>
    <message>
        <source>the server has no password set for this user; leave it out of the URL and REDISCLI_AUTH</source>
        <translation>서버에 이 사용자의 비밀번호가 없습니다. URL과 REDISCLI_AUTH에서 빼세요</translation>
    </message>
    <message>
        <source>wrong password</source>
        <translation>비밀번호가 틀렸습니다</translation>
    </message>
    <message>
        <source>the server is in protected mode and admits only its own computer; set a password or bind it</source>
        <translation>서버가 보호 모드라서 자기 컴퓨터만 받아들입니다. 비밀번호를 정하거나 bind하세요</translation>
    </message>
    <message>
        <source>the user lacks the permission for a command of the script; docs/stores/redis.md has the ACL rules</source>
        <translation>사용자에게 스크립트의 명령에 대한 권한이 없습니다. ACL 규칙은 docs/stores/redis.md에 있습니다</translation>
    </message>
    <message>
        <source>a key with one of our names holds another type: somebody else wrote it; rename or delete it</source>
        <translation>Lockdesk 이름의 키에 다른 형식이 들어 있습니다. 다른 쪽이 쓴 것이니 이름을 바꾸거나 지우세요</translation>
    </message>
    <message>
        <source>the record&apos;s field %1 is not a number that Lockdesk wrote; nothing was changed. Correct it with HSET or delete the key</source>
        <translation>레코드의 필드 %1이(가) Lockdesk가 쓴 숫자가 아닙니다. 아무것도 바꾸지 않았습니다. HSET으로 고치거나 키를 지우세요</translation>
    </message>
    <message>
        <source>the server is kept busy by a script that has written</source>
        <translation>이미 쓰기를 한 스크립트가 서버를 붙들고 있습니다</translation>
    </message>
    <message>
        <source>too few replicas are connected, so the server refuses writes</source>
        <translation>연결된 복제본이 너무 적어 서버가 쓰기를 거절합니다</translation>
    </message>
    <message>
        <source>the replica has lost its primary</source>
        <translation>복제본이 프라이머리를 잃었습니다</translation>
    </message>
    <message>
        <source>the server has too many clients; raise maxclients</source>
        <translation>서버에 클라이언트가 너무 많습니다. maxclients를 늘리세요</translation>
    </message>
    <message>
        <source>the server&apos;s memory is full</source>
        <translation>서버의 메모리가 가득 찼습니다</translation>
    </message>
    <message>
        <source>the server has no database of that number; change the end of the URL</source>
        <translation>서버에 그 번호의 데이터베이스가 없습니다. URL의 끝을 바꾸세요</translation>
    </message>
    <message>
        <source>the server has not got Lockdesk&apos;s function library, and this user must not load it; run `%1`</source>
        <translation>서버에 Lockdesk 함수 라이브러리가 없고 이 사용자는 올릴 수 없습니다. 실행: `%1`</translation>
    </message>
    <message>
        <source>the server is too old or the command is renamed; Redis 7.0 is needed</source>
        <translation>서버가 너무 오래되었거나 명령의 이름이 바뀌었습니다. Redis 7.0이 필요합니다</translation>
    </message>
    <message>
        <source>the server could not read our command</source>
        <translation>서버가 명령을 읽지 못했습니다</translation>
    </message>
    <message>
        <source>the script failed: %1</source>
        <translation>스크립트가 실패했습니다: %1</translation>
    </message>
    <message>
        <source>this server or user calls no functions</source>
        <translation>이 서버나 사용자는 함수를 부를 수 없습니다</translation>
    </message>
    <message>
        <source>try again in a moment</source>
        <translation>잠시 뒤에 다시 하세요</translation>
    </message>
    <message>
        <source>there is no such user; perhaps another authSource is needed</source>
        <translation>그런 사용자가 없습니다. 다른 authSource가 필요할 수 있습니다</translation>
    </message>
    <message>
        <source>the server cannot reach a host</source>
        <translation>서버가 호스트에 닿지 못합니다</translation>
    </message>
    <message>
        <source>a member of the replica set did not answer in time</source>
        <translation>복제본 세트의 구성원이 제시간에 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>too few members of the replica set answer to be sure of what this one has</source>
        <translation>응답하는 복제본 세트 구성원이 너무 적어 이 구성원의 내용을 확신할 수 없습니다</translation>
    </message>
    <message>
        <source>another transaction was quicker; nothing was changed</source>
        <translation>다른 트랜잭션이 더 빨랐습니다. 아무것도 바뀌지 않았습니다</translation>
    </message>
    <message>
        <source>the transaction was ended by the server; nothing was changed</source>
        <translation>서버가 트랜잭션을 끝냈습니다. 아무것도 바뀌지 않았습니다</translation>
    </message>
    <message>
        <source>the server has too many transactions</source>
        <translation>서버에 트랜잭션이 너무 많습니다</translation>
    </message>
    <message>
        <source>the statement needs more memory than the server allows</source>
        <translation>구문에 서버가 허용하는 것보다 많은 메모리가 필요합니다</translation>
    </message>
    <message>
        <source>the server&apos;s disk is full</source>
        <translation>서버의 디스크가 가득 찼습니다</translation>
    </message>
    <message>
        <source>the hosting service refused the login or the command</source>
        <translation>호스팅 서비스가 로그인이나 명령을 거절했습니다</translation>
    </message>
    <message>
        <source>a key is too long for an index</source>
        <translation>키가 인덱스에 쓰기에는 너무 깁니다</translation>
    </message>
    <message>
        <source>a collection of that name exists already</source>
        <translation>그 이름의 컬렉션이 이미 있습니다</translation>
    </message>
    <message>
        <source>the document would be larger than 16 MB; nothing was changed</source>
        <translation>문서가 16 MB를 넘게 됩니다. 아무것도 바뀌지 않았습니다</translation>
    </message>
    <message>
        <source>the server does not know the command; MongoDB 4.2 or newer is needed</source>
        <translation>서버가 그 명령을 모릅니다. MongoDB 4.2 이상이 필요합니다</translation>
    </message>
    <message>
        <source>the connection broke before the answer came</source>
        <translation>응답이 오기 전에 연결이 끊어졌습니다</translation>
    </message>
    <message>
        <source>something of the same name is there already, nothing was created: %1</source>
        <translation>같은 이름의 것이 이미 있어 아무것도 만들지 않았습니다: %1</translation>
    </message>
    <message>
        <source>something of the same name is there already, nothing was created</source>
        <translation>같은 이름의 것이 이미 있어 아무것도 만들지 않았습니다</translation>
    </message>
    <message>
        <source>the text cannot be stored in this database&apos;s encoding: %1</source>
        <translation>이 데이터베이스의 인코딩으로는 저장할 수 없는 글입니다: %1</translation>
    </message>
    <message>
        <source>the text cannot be stored: %1</source>
        <translation>저장할 수 없는 글입니다: %1</translation>
    </message>
    <message>
        <source>a text holds a NUL byte or is not UTF-8; PostgreSQL cannot store it</source>
        <translation>글에 NUL 바이트가 있거나 UTF-8이 아니어서 PostgreSQL에 저장할 수 없습니다</translation>
    </message>
    <message>
        <source>a text is not UTF-8; MariaDB cannot store it</source>
        <translation>글이 UTF-8이 아니어서 MariaDB에 저장할 수 없습니다</translation>
    </message>
    <message>
        <source>a pooler stands in front of PostgreSQL at %1 and does not keep %2, which this session needs; let it pool transactions or sessions, or address the server itself</source>
        <translation>%1의 PostgreSQL 앞에 있는 풀러가 이 세션에 필요한 %2을(를) 지키지 않습니다. 트랜잭션이나 세션 단위로 풀링하게 하거나 서버에 직접 연결하세요</translation>
    </message>
    <message>
        <source>a proxy stands in front of MariaDB at %1 and does not keep %2, which this session needs; address the server itself</source>
        <translation>%1의 MariaDB 앞에 있는 프록시가 이 세션에 필요한 %2을(를) 지키지 않습니다. 서버에 직접 연결하세요</translation>
    </message>
    <message>
        <source>a proxy stands in front of MariaDB at %1, and %2; address the server itself</source>
        <translation>%1의 MariaDB 앞에 프록시가 있습니다(%2). 서버에 직접 연결하세요</translation>
    </message>
    <message>
        <source>a session lock cannot be held off</source>
        <translation>세션 잠금은 보류할 수 없습니다</translation>
    </message>
    <message>
        <source>the folder of %1 cannot be written, which SQLite needs beside the file itself; make it writable.</source>
        <translation>%1의 폴더에 쓸 수 없습니다. SQLite에는 파일과 함께 폴더도 필요하니 쓸 수 있게 하세요.</translation>
    </message>
    <message>
        <source>the system refused access to %1 (%2); check its permissions.</source>
        <translation>시스템이 %1 접근을 거절했습니다(%2). 권한을 확인하세요.</translation>
    </message>
    <message>
        <source>the disk failed while %1 was committed (%2): it may have happened. Check the disk, then ask again.</source>
        <translation>%1을(를) 커밋하는 중에 디스크가 실패했습니다(%2). 실행되었을 수 있습니다. 디스크를 확인하고 다시 물어보세요.</translation>
    </message>
    <message>
        <source>the disk failed while %1 was used (%2); check the disk.</source>
        <translation>%1을(를) 쓰는 중에 디스크가 실패했습니다(%2). 디스크를 확인하세요.</translation>
    </message>
    <message>
        <source>SQLite refused a statement on %1: %2.</source>
        <translation>SQLite가 %1에 대한 구문을 거절했습니다: %2.</translation>
    </message>
    <message>
        <source>%1 is read-only for this user; make the file and its folder writable, or open another.</source>
        <translation>%1은(는) 이 사용자에게 읽기 전용입니다. 파일과 폴더를 쓸 수 있게 하거나 다른 파일을 여세요.</translation>
    </message>
    <message>
        <source>%1 lies on a network file system (%2), where a write-ahead log is right for one computer only: two would both be granted a lock. Put the file on a local disk, or use a server; if no other computer ever opens it, set the variable LOCKDESK_SQLITE_NETWORK to one-host.</source>
        <translation>%1은(는) 네트워크 파일 시스템(%2)에 있습니다. 거기서는 WAL이 컴퓨터 한 대에만 맞으므로 두 대가 같은 잠금을 얻을 수 있습니다. 파일을 로컬 디스크에 두거나 서버를 쓰세요. 다른 컴퓨터가 절대 열지 않는다면 LOCKDESK_SQLITE_NETWORK 변수를 one-host로 정하세요.</translation>
    </message>
    <message>
        <source>this user may not look at %1; change its permissions or choose another file.</source>
        <translation>이 사용자는 %1을(를) 볼 수 없습니다. 권한을 바꾸거나 다른 파일을 고르세요.</translation>
    </message>
    <message>
        <source>this user may not read %1; change its permissions or choose another file.</source>
        <translation>이 사용자는 %1을(를) 읽을 수 없습니다. 권한을 바꾸거나 다른 파일을 고르세요.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has crashed or is gone: nothing reaches it any more.</source>
        <translation>&apos;%1&apos;은(는) 강제 종료되었거나 사라져서 더는 아무것도 할 수 없습니다.</translation>
    </message>
    <message>
        <source>no row can be %1. Use one of: %2.</source>
        <translation>%1인 행은 있을 수 없습니다. 다음 중 하나를 쓰세요: %2.</translation>
    </message>
    <message>
        <source>no row can be %1: that is a number or a span of time.</source>
        <translation>%1인 행은 있을 수 없습니다. 숫자나 시간이어야 합니다.</translation>
    </message>
    <message>
        <source>no password is known for this user: put it into the URL, the keyring or LOCKDESK_PASSWORD</source>
        <translation>이 사용자의 비밀번호를 모릅니다. URL, 키링 또는 LOCKDESK_PASSWORD에 넣으십시오</translation>
    </message>
    <message>
        <source>The worker for the setup is gone: %1</source>
        <translation>준비를 맡은 워커가 없어졌습니다: %1</translation>
    </message>
    <message>
        <source>the server requires a login, and the URL names no user: put one into it (mongodb://USER@HOST/...)</source>
        <translation>서버가 로그인을 요구하지만 URL에 사용자가 없습니다. URL에 넣으십시오(mongodb://USER@HOST/...)</translation>
    </message>
    <message>
        <source>a power cut while the file is rewritten can take the last half minute with it, and the tokens granted in it</source>
        <translation>파일을 다시 쓰는 동안 정전되면 마지막 30초와 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>what it sends is no reply of a MongoDB server</source>
        <translation>보내는 내용이 MongoDB 서버의 응답이 아닙니다</translation>
    </message>
    <message>
        <source>its replies make no sense to the client library</source>
        <translation>클라이언트 라이브러리가 응답을 이해하지 못합니다</translation>
    </message>
    <message>
        <source>Source %1 cannot be read: %2</source>
        <translation>소스 %1을(를) 읽을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>Source %1 has more than %2 locks: only the first are shown</source>
        <translation>소스 %1에 잠금이 %2개보다 많아 처음 것만 표시합니다</translation>
    </message>
    <message>
        <source>the command&apos;s exit status is %1; its last output:</source>
        <translation>명령의 종료 상태: %1; 마지막 출력:</translation>
    </message>
    <message>
        <source>the command&apos;s exit status is %1</source>
        <translation>명령의 종료 상태: %1</translation>
    </message>
    <message>
        <source>the command was ended: it had not finished in its time</source>
        <translation>명령이 제시간에 끝나지 않아 종료시킴</translation>
    </message>
    <message>
        <source>no answer: %1</source>
        <translation>응답 없음: %1</translation>
    </message>
    <message>
        <source>the receiver answered HTTP %1</source>
        <translation>수신자가 HTTP %1(으)로 응답함</translation>
    </message>
    <message>
        <source>the receiver did not say why</source>
        <translation>수신자가 이유를 밝히지 않음</translation>
    </message>
    <message>
        <source>given back: the relay was stopped</source>
        <translation>반납: 릴레이가 중지됨</translation>
    </message>
    <message>
        <source>this worker has no handler for phase &apos;%1&apos;</source>
        <translation>이 워커에는 단계 &apos;%1&apos;의 처리기가 없음</translation>
    </message>
    <message>
        <source>failed on purpose, as --fail-every says</source>
        <translation>--fail-every에 따라 일부러 실패함</translation>
    </message>
    <message>
        <source>libcurl could not be started</source>
        <translation>libcurl을 시작할 수 없음</translation>
    </message>
    <message>
        <source>the command&apos;s exit status is %1; its last output:%2</source>
        <translation>명령의 종료 상태: %1; 마지막 출력:%2</translation>
    </message>
    <message>
        <source>%1 holds no number that Lockdesk wrote; nothing was changed. Correct it with SET, or delete it: the next change gets a number above all earlier ones</source>
        <translation>%1의 값은 Lockdesk가 쓴 숫자가 아닙니다. 변경된 것은 없습니다. SET으로 고치거나 삭제하십시오. 다음 변경은 이전의 모든 번호보다 큰 번호를 받습니다</translation>
    </message>
    <message>
        <source>%1 holds no number that Lockdesk wrote; nothing was changed. Correct it with HSET</source>
        <translation>%1의 값은 Lockdesk가 쓴 숫자가 아닙니다. 변경된 것은 없습니다. HSET으로 고치십시오</translation>
    </message>
    <message>
        <source>a row with the largest number there is was written by hand into a table of Lockdesk&apos;s in database %1, so a new row gets none. Delete that row (largest seq), then: ALTER TABLE ... AUTO_INCREMENT = 1</source>
        <translation>데이터베이스 %1의 Lockdesk 테이블에 가장 큰 번호를 가진 행이 직접 입력되어 새 행이 번호를 받지 못합니다. 그 행(seq가 가장 큰 행)을 삭제한 뒤 ALTER TABLE ... AUTO_INCREMENT = 1을 실행하십시오</translation>
    </message>
    <message>
        <source>the store URL names several hosts, of which a %1 URL takes one</source>
        <translation>저장소 URL에 호스트가 여러 개 있지만 %1 URL은 하나만 받습니다</translation>
    </message>
    <message>
        <source>a host of the store URL has a comma in its name</source>
        <translation>저장소 URL의 호스트 이름에 쉼표가 있습니다</translation>
    </message>
    <message>
        <source>a failover to a replica can take the last writes with it, and the tokens granted in them</source>
        <translation>복제본으로 장애 조치되면 마지막 쓰기와 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>fence the work of holders, or use a store that waits for its replicas</source>
        <translation>보유자의 작업을 펜스로 막거나, 복제본을 기다리는 저장소를 쓸 것</translation>
    </message>
    <message>
        <source>a failover to a standby can take the last commits with it, and the tokens granted in them</source>
        <translation>스탠바이로 장애 조치되면 마지막 커밋과 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>name the standbys in synchronous_standby_names</source>
        <translation>synchronous_standby_names에 스탠바이를 적을 것</translation>
    </message>
    <message>
        <source>a failover to a replica can take the last commits with it, and the tokens granted in them</source>
        <translation>복제본으로 장애 조치되면 마지막 커밋과 그때 부여된 토큰을 잃을 수 있음</translation>
    </message>
    <message>
        <source>SET GLOBAL rpl_semi_sync_master_enabled = ON, and rpl_semi_sync_slave_enabled on its replicas</source>
        <translation>SET GLOBAL rpl_semi_sync_master_enabled = ON, 복제본에서는 rpl_semi_sync_slave_enabled</translation>
    </message>
    <message>
        <source>the lock&apos;s tokens are used up: the next one would be above %1, which no fence could check; nothing was changed. Its row, the fence of its name or the token floor has that number: put it right there</source>
        <translation>잠금의 토큰이 모두 사용되었습니다. 다음 토큰은 %1보다 커서 펜스가 확인할 수 없습니다. 변경된 것은 없습니다. 그 숫자가 들어 있는 행, 같은 이름의 펜스 또는 토큰 하한에서 바로잡으십시오</translation>
    </message>
    <message>
        <source>the lock&apos;s document has odd fields (%1), so nobody can take it; nothing was changed. Correct or delete it</source>
        <translation>잠금 문서에 잘못된 필드(%1)가 있어 아무도 획득할 수 없습니다. 변경된 것은 없습니다. 고치거나 삭제하십시오</translation>
    </message>
    <message>
        <source>the lock&apos;s document has odd fields (%1), so its lease cannot be changed; nothing was changed. Correct or delete it</source>
        <translation>잠금 문서에 잘못된 필드(%1)가 있어 임대를 변경할 수 없습니다. 변경된 것은 없습니다. 고치거나 삭제하십시오</translation>
    </message>
    <message>
        <source>the schema&apos;s document (meta) has a field &apos;%1&apos; that is not a whole number; nothing was granted. Correct it</source>
        <translation>스키마 문서(meta)의 필드 &apos;%1&apos;이(가) 정수가 아닙니다. 아무것도 부여되지 않았습니다. 고치십시오</translation>
    </message>
    <message>
        <source>the fence&apos;s document has a field &apos;%1&apos; that is not a whole number; nothing was granted. Correct it</source>
        <translation>펜스 문서의 필드 &apos;%1&apos;이(가) 정수가 아닙니다. 아무것도 부여되지 않았습니다. 고치십시오</translation>
    </message>
    <message>
        <source>the number %1 is not a whole number; nothing was granted. Correct it</source>
        <translation>숫자 %1이(가) 정수가 아닙니다. 아무것도 부여되지 않았습니다. 고치십시오</translation>
    </message>
    <message>
        <source>the draw&apos;s %1 is not a number that Lockdesk wrote; nothing was changed. Correct it</source>
        <translation>추첨의 %1 값은 Lockdesk가 쓴 숫자가 아닙니다. 변경된 것은 없습니다. 고치십시오</translation>
    </message>
</context>
<context>
    <name>lockdesk::format</name>
    <message>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1초</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1시간</translation>
    </message>
    <message>
        <source>%1 day</source>
        <translation>%1일</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1일</translation>
    </message>
    <message>
        <source>in about %1</source>
        <translation>약 %1 뒤</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1 뒤</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>방금</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 전</translation>
    </message>
    <message>
        <source>&lt; 1 s</source>
        <translation>&lt; 1초</translation>
    </message>
    <message>
        <source>&lt; 1 ms</source>
        <translation>&lt; 1 ms</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1ms</translation>
    </message>
    <message>
        <source>due now</source>
        <translation>지금 처리 예정</translation>
    </message>
    <message>
        <source>due for %1</source>
        <translation>처리 예정 %1째</translation>
    </message>
    <message>
        <source>free for %1</source>
        <translation>비어 있음 %1째</translation>
    </message>
    <message>
        <source>free in %1</source>
        <translation>%1 뒤 비워짐</translation>
    </message>
    <message>
        <source>with session</source>
        <translation>세션과 함께</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>만료 없음</translation>
    </message>
    <message>
        <source>expired %1, not collected</source>
        <translation>%1 만료, 미수거</translation>
    </message>
    <message>
        <source>%1 %2, store&apos;s clock</source>
        <translation>%1 %2, 저장소 시계</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0.1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1%2 ±%3 ms</source>
        <translation>%1%2 ±%3 ms</translation>
    </message>
    <message>
        <source>%1%2 ms ±%3</source>
        <translation>%1%2 ms ±%3</translation>
    </message>
    <message>
        <source>%1 ms, %2</source>
        <translation>%1 ms, %2</translation>
    </message>
    <message>
        <source>first %1 of about %2</source>
        <translation>약 %2 중 처음 %1</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>지금까지 %1</translation>
    </message>
    <message>
        <source>%1 of %2 so far</source>
        <translation>지금까지 %2 중 %1</translation>
    </message>
    <message>
        <source>%1 of about %2</source>
        <translation>약 %2 중 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 중 %1</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1 k</source>
        <translation>%1 k</translation>
    </message>
    <message>
        <source>1 change waits</source>
        <translation>변경 1개 대기</translation>
    </message>
    <message>
        <source>%1 changes wait</source>
        <translation>변경 %1개 대기</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>비어 있음</translation>
    </message>
    <message>
        <source>never</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>free</source>
        <translation>비어 있음</translation>
    </message>
    <message>
        <source>held</source>
        <translation>보유 중</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>만료 임박</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>만료</translation>
    </message>
    <message>
        <source>cooling</source>
        <translation>냉각</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>due</source>
        <translation>처리 예정</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>미처리</translation>
    </message>
    <message>
        <source>sending</source>
        <translation>전송 중</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>전송됨</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>실패 확정</translation>
    </message>
    <message>
        <source>live</source>
        <translation>활성</translation>
    </message>
    <message>
        <source>late</source>
        <translation>지연</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>느림</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>중지 중</translation>
    </message>
    <message>
        <source>running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>중지됨</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>삭제됨</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>오래됨</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>연결 중</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>획득</translation>
    </message>
    <message>
        <source>renewed</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>released</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>taken over</source>
        <translation>인계</translation>
    </message>
    <message>
        <source>forced</source>
        <translation>강제</translation>
    </message>
    <message>
        <source>claimed</source>
        <translation>점유</translation>
    </message>
    <message>
        <source>advanced</source>
        <translation>진행</translation>
    </message>
    <message>
        <source>unlocked</source>
        <translation>잠금 해제</translation>
    </message>
    <message>
        <source>relocked</source>
        <translation>다시 잠금</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>거부</translation>
    </message>
    <message>
        <source>added</source>
        <translation>추가됨</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>started</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>left</source>
        <translation>나감</translation>
    </message>
    <message>
        <source>ordered</source>
        <translation>지시</translation>
    </message>
    <message>
        <source>collected</source>
        <translation>수거</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>시간 초과</translation>
    </message>
    <message>
        <source>retry</source>
        <translation>재시도</translation>
    </message>
    <message>
        <source>retried</source>
        <translation>재시도됨</translation>
    </message>
    <message>
        <source>beating</source>
        <translation>응답 재개</translation>
    </message>
    <message>
        <source>audit</source>
        <translation>감사</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>relay</source>
        <translation>릴레이</translation>
    </message>
    <message>
        <source>leader</source>
        <translation>리더</translation>
    </message>
    <message>
        <source>guard</source>
        <translation>가드</translation>
    </message>
    <message>
        <source>run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>%1, token %2</source>
        <translation>%1, 토큰 %2</translation>
    </message>
    <message>
        <source>acquired %1</source>
        <translation>%1 획득</translation>
    </message>
    <message>
        <source>renewed %1</source>
        <translation>%1 갱신</translation>
    </message>
    <message>
        <source>released %1, free</source>
        <translation>%1 해제, 비어 있음</translation>
    </message>
    <message>
        <source>let %1 expire</source>
        <translation>%1 만료</translation>
    </message>
    <message>
        <source>took over %1</source>
        <translation>%1 인계</translation>
    </message>
    <message>
        <source>%1 was freed by force</source>
        <translation>%1 강제 잠금 해제</translation>
    </message>
    <message>
        <source>%1 may be taken again</source>
        <translation>%1 다시 획득 가능</translation>
    </message>
    <message>
        <source>row of %1 collected</source>
        <translation>%1 행 수거</translation>
    </message>
    <message>
        <source>added %1</source>
        <translation>%1 추가</translation>
    </message>
    <message>
        <source>claimed %1</source>
        <translation>%1 점유</translation>
    </message>
    <message>
        <source>claimed %1 in phase %2</source>
        <translation>%1 점유, %2 단계</translation>
    </message>
    <message>
        <source>lock of %1 timed out</source>
        <translation>%1 잠금 시간 초과</translation>
    </message>
    <message>
        <source>advanced %1 to %2</source>
        <translation>%1 진행, %2 단계로</translation>
    </message>
    <message>
        <source>gave back %1</source>
        <translation>%1 반납</translation>
    </message>
    <message>
        <source>relocked %1, due in %2</source>
        <translation>%1 다시 잠금, %2 뒤 처리 예정</translation>
    </message>
    <message>
        <source>failed %1</source>
        <translation>%1 실패</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation>%1 제거</translation>
    </message>
    <message>
        <source>expired and held</source>
        <translation>만료 후 보유</translation>
    </message>
    <message>
        <source>holder silent</source>
        <translation>소유자 응답 없음</translation>
    </message>
    <message>
        <source>holder gone</source>
        <translation>소유자 사라짐</translation>
    </message>
    <message>
        <source>task over its failures</source>
        <translation>작업 실패 횟수 초과</translation>
    </message>
    <message>
        <source>message dead</source>
        <translation>메시지 실패 확정</translation>
    </message>
    <message>
        <source>alive but overdue</source>
        <translation>살아 있으나 기한 초과</translation>
    </message>
    <message>
        <source>no expiry at all</source>
        <translation>만료 설정 없음</translation>
    </message>
    <message>
        <source>starving</source>
        <translation>기아 상태</translation>
    </message>
    <message>
        <source>oldest age over its limit</source>
        <translation>최장 대기 한도 초과</translation>
    </message>
    <message>
        <source>missed run</source>
        <translation>실행 누락</translation>
    </message>
    <message>
        <source>clock doubt</source>
        <translation>시계 의심</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Force unlock…</source>
        <translation>강제 잠금 해제…</translation>
    </message>
    <message>
        <source>Relock…</source>
        <translation>다시 잠금…</translation>
    </message>
    <message>
        <source>Retry dead…</source>
        <translation>실패 확정 재시도…</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>잠금</translation>
    </message>
    <message>
        <source>task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>waiter</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>fence</source>
        <translation>펜스</translation>
    </message>
    <message>
        <source>sends %1</source>
        <translation>%1 전송 중</translation>
    </message>
    <message>
        <source>sent %1</source>
        <translation>%1 전송됨</translation>
    </message>
    <message>
        <source>%1 not delivered</source>
        <translation>%1 전달 실패</translation>
    </message>
    <message>
        <source>%1 dead</source>
        <translation>%1 실패 확정</translation>
    </message>
    <message>
        <source>%1 pending again</source>
        <translation>%1 다시 대기</translation>
    </message>
    <message>
        <source>heartbeat late</source>
        <translation>하트비트 지연</translation>
    </message>
    <message>
        <source>heartbeat silent</source>
        <translation>하트비트 응답 없음</translation>
    </message>
    <message>
        <source>heartbeat again</source>
        <translation>하트비트 재개</translation>
    </message>
    <message>
        <source>ordered to %1</source>
        <translation>%1 지시</translation>
    </message>
    <message>
        <source>late write to %1 refused</source>
        <translation>%1 늦은 쓰기 거부</translation>
    </message>
    <message>
        <source>no answer for %1</source>
        <translation>%1째 응답 없음</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1: 응답하지 않습니다: %2</translation>
    </message>
    <message>
        <source>%1 Trying now.</source>
        <translation>%1 지금 시도합니다.</translation>
    </message>
    <message>
        <source>%1 Next try in %2.</source>
        <translation>%1 %2 뒤 다시 시도합니다.</translation>
    </message>
    <message>
        <source>trying now</source>
        <translation>지금 시도 중</translation>
    </message>
    <message>
        <source>next try in %1</source>
        <translation>%1 뒤 다시 시도</translation>
    </message>
    <message>
        <source>weak store</source>
        <translation>약한 저장소</translation>
    </message>
    <message>
        <source>%1, %2 allowed</source>
        <translation>%1회, 허용 %2회</translation>
    </message>
    <message>
        <source>store does not answer</source>
        <translation>저장소 응답 없음</translation>
    </message>
    <message>
        <source>the store has not answered</source>
        <translation>저장소가 응답하지 않음</translation>
    </message>
    <message>
        <source>%1 of %2 stores has not answered</source>
        <translation>저장소 %2개 중 %1개가 응답하지 않음</translation>
    </message>
    <message>
        <source>%1 of %2 stores have not answered</source>
        <translation>저장소 %2개 중 %1개가 응답하지 않음</translation>
    </message>
    <message>
        <source>No store is shown.</source>
        <translation>표시된 저장소가 없습니다.</translation>
    </message>
    <message>
        <source>Nothing needs you.</source>
        <translation>처리할 일이 없습니다.</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>변경됨</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>relock</source>
        <translation>다시 잠금</translation>
    </message>
    <message>
        <source>extend</source>
        <translation>연장</translation>
    </message>
    <message>
        <source>advance</source>
        <translation>다음 단계로</translation>
    </message>
    <message>
        <source>requeue</source>
        <translation>다시 대기열에 넣기</translation>
    </message>
    <message>
        <source>unlock</source>
        <translation>잠금 해제</translation>
    </message>
    <message>
        <source>collect</source>
        <translation>회수</translation>
    </message>
    <message>
        <source>%1, %2 was seen</source>
        <translation>%1, 이미 %2 확인됨</translation>
    </message>
    <message>
        <source>%1 %2: nothing was done (%3)</source>
        <translation>%2 %1: 아무것도 하지 않음(%3)</translation>
    </message>
    <message>
        <source>development</source>
        <translation>개발</translation>
    </message>
    <message>
        <source>staging</source>
        <translation>스테이징</translation>
    </message>
    <message>
        <source>production</source>
        <translation>운영</translation>
    </message>
    <message>
        <source>keeps up</source>
        <translation>밀리지 않음</translation>
    </message>
    <message>
        <source>waits for a retry</source>
        <translation>재시도를 기다림</translation>
    </message>
    <message>
        <source>first %1 of more</source>
        <translation>그보다 많은 행 중 처음 %1개</translation>
    </message>
    <message>
        <source>%1 of more than %2</source>
        <translation>%2개가 넘는 행 중 %1개</translation>
    </message>
    <message>
        <source>not read for %1</source>
        <translation>%1 동안 읽지 못함</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 읽기 실패: %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 외 %2개</translation>
    </message>
    <message>
        <source>relays %1</source>
        <translation>릴레이: %1</translation>
    </message>
    <message>
        <source>guards %1</source>
        <translation>가드: %1</translation>
    </message>
    <message>
        <source>leads %1</source>
        <translation>리더: %1</translation>
    </message>
    <message>
        <source>%1 waits for a password: %2</source>
        <translation>%1이(가) 비밀번호를 기다립니다: %2</translation>
    </message>
    <message>
        <source>waits for a password</source>
        <translation>비밀번호 대기</translation>
    </message>
    <message>
        <source>cycle of waits</source>
        <translation>대기 고리</translation>
    </message>
    <message>
        <source>%1 by %2, without a reason</source>
        <translation>%1, %2, 이유 없음</translation>
    </message>
    <message>
        <source>%1 by %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1 (nothing was done: %2)</source>
        <translation>%1 (아무것도 하지 않음: %2)</translation>
    </message>
    <message>
        <source>%1 to %2, the last</source>
        <translation>%1~%2번째, 마지막</translation>
    </message>
    <message>
        <source>%1 to %2 of about %3</source>
        <translation>약 %3개 중 %1~%2번째</translation>
    </message>
    <message>
        <source>%1 to %2 of more</source>
        <translation>%1~%2번째, 더 있음</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>얼림</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>강제 종료됨</translation>
    </message>
    <message>
        <source>cut-off</source>
        <translation>연결 끊김</translation>
    </message>
    <message>
        <source>frozen by you at %1</source>
        <translation>%1에 직접 얼림</translation>
    </message>
    <message>
        <source>killed by you at %1</source>
        <translation>%1에 직접 강제 종료함</translation>
    </message>
    <message>
        <source>killed at %1, not from this window</source>
        <translation>%1에 이 창이 아닌 곳에서 강제 종료됨</translation>
    </message>
    <message>
        <source>cut off from its store by you at %1</source>
        <translation>%1에 저장소와의 연결을 직접 끊음</translation>
    </message>
    <message>
        <source>by you, %1</source>
        <translation>직접, %1</translation>
    </message>
    <message>
        <source>not by you, %1</source>
        <translation>외부, %1</translation>
    </message>
    <message>
        <source>%1 was %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>holder frozen</source>
        <translation>보유자 얼림</translation>
    </message>
    <message>
        <source>holder killed</source>
        <translation>보유자 강제 종료됨</translation>
    </message>
    <message>
        <source>holder cut off</source>
        <translation>보유자 연결 끊김</translation>
    </message>
    <message>
        <source>%1 %2; %3</source>
        <translation>%1 %2; %3</translation>
    </message>
    <message>
        <source>due, not claimed</source>
        <translation>기한 지남, 점유되지 않음</translation>
    </message>
    <message>
        <source>force unlock</source>
        <translation>강제 해제</translation>
    </message>
    <message>
        <source>hold off</source>
        <translation>보류</translation>
    </message>
    <message>
        <source>end hold-off</source>
        <translation>보류 종료</translation>
    </message>
    <message>
        <source>retry dead</source>
        <translation>실패 확정 재시도</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>end session</source>
        <translation>세션 끝내기</translation>
    </message>
    <message>
        <source>start worker</source>
        <translation>워커 시작</translation>
    </message>
    <message>
        <source>stop worker</source>
        <translation>워커 중지</translation>
    </message>
    <message>
        <source>pause worker</source>
        <translation>워커 일시 정지</translation>
    </message>
    <message>
        <source>resume worker</source>
        <translation>워커 재개</translation>
    </message>
    <message>
        <source>slow down worker</source>
        <translation>워커 느리게</translation>
    </message>
    <message>
        <source>crash worker</source>
        <translation>워커 강제 종료</translation>
    </message>
    <message>
        <source>freeze worker</source>
        <translation>워커 얼리기</translation>
    </message>
    <message>
        <source>thaw worker</source>
        <translation>워커 녹이기</translation>
    </message>
    <message>
        <source>hang worker</source>
        <translation>워커 멈춤</translation>
    </message>
    <message>
        <source>cut off worker</source>
        <translation>워커 연결 끊기</translation>
    </message>
    <message>
        <source>skew worker&apos;s clock</source>
        <translation>워커 시계 틀기</translation>
    </message>
    <message>
        <source>not the owner</source>
        <translation>소유자 아님</translation>
    </message>
    <message>
        <source>in doubt</source>
        <translation>불확실</translation>
    </message>
    <message>
        <source>let worker go on</source>
        <translation>워커 계속</translation>
    </message>
    <message>
        <source>reconnect worker</source>
        <translation>워커 다시 연결</translation>
    </message>
    <message>
        <source>found</source>
        <translation>찾음</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>사용 중</translation>
    </message>
    <message>
        <source>admitted</source>
        <translation>허용</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>접수</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>중복</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>마감</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>충돌</translation>
    </message>
    <message>
        <source>updated</source>
        <translation>수정됨</translation>
    </message>
    <message>
        <source>still_held</source>
        <translation>아직 보유 중</translation>
    </message>
    <message>
        <source>the store is being read</source>
        <translation>저장소를 읽는 중</translation>
    </message>
</context>
<context>
    <name>lockdesk::saying</name>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>expired %1 ago, not collected</source>
        <translation>%1 전에 만료, 회수되지 않음</translation>
    </message>
    <message>
        <source>expired %1 ago</source>
        <translation>%1 전에 만료</translation>
    </message>
    <message>
        <source>holder %1 is alive and %2 overdue</source>
        <translation>소유자 %1: 살아 있으나 %2 지체</translation>
    </message>
    <message>
        <source>heartbeat of %1 silent for %2</source>
        <translation>%1: 하트비트가 %2째 없음</translation>
    </message>
    <message>
        <source>no process %1 has sent a heartbeat since</source>
        <translation>그 뒤로 프로세스 %1의 하트비트 없음</translation>
    </message>
    <message>
        <source>nobody waits</source>
        <translation>대기자 없음</translation>
    </message>
    <message>
        <source>%1 wait for it</source>
        <translation>대기자 %1</translation>
    </message>
    <message>
        <source>%1 waits for it</source>
        <translation>대기자 %1</translation>
    </message>
    <message>
        <source>%1 silent for %2</source>
        <translation>%1: %2째 응답 없음</translation>
    </message>
    <message>
        <source>%1 has left and not given it back</source>
        <translation>%1: 떠났으나 반납하지 않음</translation>
    </message>
    <message>
        <source>%1 of lease left</source>
        <translation>임대 %1 남음</translation>
    </message>
    <message>
        <source>no end of the lease</source>
        <translation>임대에 끝이 없음</translation>
    </message>
    <message>
        <source>held for %1</source>
        <translation>%1째 보유 중</translation>
    </message>
    <message>
        <source>renewed %1 times</source>
        <translation>%1회 갱신</translation>
    </message>
    <message>
        <source>renewed %1 time</source>
        <translation>%1회 갱신</translation>
    </message>
    <message>
        <source>never renewed</source>
        <translation>갱신된 적 없음</translation>
    </message>
    <message>
        <source>usually %1</source>
        <translation>보통 %1</translation>
    </message>
    <message>
        <source>nobody took it for two periods of %1</source>
        <translation>%1 주기가 두 번 지나도록 아무도 얻지 않음</translation>
    </message>
    <message>
        <source>last run %1</source>
        <translation>마지막 실행 %1</translation>
    </message>
    <message>
        <source>acquired %1 ahead of the store&apos;s clock: written with another clock</source>
        <translation>저장소 시계보다 %1 앞선 획득 시각: 다른 시계로 기록됨</translation>
    </message>
    <message>
        <source>held by %1 without an end; it never frees itself</source>
        <translation>%1: 끝없이 보유; 저절로 풀리지 않음</translation>
    </message>
    <message>
        <source>%1 has waited for %2</source>
        <translation>%1: %2째 대기</translation>
    </message>
    <message>
        <source>%1 failures, %2 allowed</source>
        <translation>실패 %1회, 허용 %2회</translation>
    </message>
    <message>
        <source>%1 failure, %2 allowed</source>
        <translation>실패 %1회, 허용 %2회</translation>
    </message>
    <message>
        <source>relocked until %1</source>
        <translation>%1까지 다시 잠김</translation>
    </message>
    <message>
        <source>%1 is alive and past the lock timeout for %2</source>
        <translation>%1: 살아 있으나 잠금 시한을 %2 넘김</translation>
    </message>
    <message>
        <source>the next claim takes it over</source>
        <translation>다음 점유가 인계받음</translation>
    </message>
    <message>
        <source>due for %1; nobody claims it</source>
        <translation>기한 후 %1; 아무도 점유하지 않음</translation>
    </message>
    <message>
        <source>%1 tasks due, the oldest for %2</source>
        <translation>기한 지난 작업 %1개, 가장 오래된 것 %2</translation>
    </message>
    <message>
        <source>%1 task due, for %2</source>
        <translation>기한 지난 작업 %1개, %2째</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>메시지 %1개</translation>
    </message>
    <message>
        <source>%1 message</source>
        <translation>메시지 %1개</translation>
    </message>
    <message>
        <source>%1 tries</source>
        <translation>%1회 시도</translation>
    </message>
    <message>
        <source>%1 try</source>
        <translation>%1회 시도</translation>
    </message>
    <message>
        <source>%1 pending</source>
        <translation>대기 %1</translation>
    </message>
    <message>
        <source>at least %1 pending</source>
        <translation>대기 %1 이상</translation>
    </message>
    <message>
        <source>in %1/s, out %2/s</source>
        <translation>유입 %1/초, 유출 %2/초</translation>
    </message>
    <message>
        <source>it never drains</source>
        <translation>비워지지 않음</translation>
    </message>
    <message>
        <source>the store&apos;s clock is %1 ahead of this computer&apos;s</source>
        <translation>저장소 시계가 이 컴퓨터보다 %1 빠름</translation>
    </message>
    <message>
        <source>the store&apos;s clock is %1 behind this computer&apos;s</source>
        <translation>저장소 시계가 이 컴퓨터보다 %1 느림</translation>
    </message>
    <message>
        <source>the store&apos;s clock is only known to %1</source>
        <translation>저장소 시계를 %1 오차로만 알 수 있음</translation>
    </message>
    <message>
        <source>it may forget: %1</source>
        <translation>잃을 수 있음: %1</translation>
    </message>
    <message>
        <source>better: %1</source>
        <translation>권장: %1</translation>
    </message>
    <message>
        <source>no answer for %1</source>
        <translation>%1째 응답 없음</translation>
    </message>
    <message>
        <source>it has not answered yet</source>
        <translation>아직 응답한 적 없음</translation>
    </message>
    <message>
        <source>It is free: anyone may take it.</source>
        <translation>비어 있어 누구나 얻을 수 있습니다.</translation>
    </message>
    <message>
        <source>The next acquire gets token %1.</source>
        <translation>다음 획득의 토큰은 %1입니다.</translation>
    </message>
    <message>
        <source>It is kept for nobody for %1, for its last owner too.</source>
        <translation>%1 동안 아무도 얻을 수 없습니다. 마지막 소유자도 마찬가지입니다.</translation>
    </message>
    <message>
        <source>Reason: %1.</source>
        <translation>사유: %1.</translation>
    </message>
    <message>
        <source>Its holder %1 has been silent for %2.</source>
        <translation>소유자 %1: %2째 응답이 없습니다.</translation>
    </message>
    <message>
        <source>Its holder %1 is alive and %2 past its lease.</source>
        <translation>소유자 %1: 살아 있으나 임대를 %2 넘겼습니다.</translation>
    </message>
    <message>
        <source>Its lease ended %1 ago and %2 did not give it back.</source>
        <translation>임대가 %1 전에 끝났고 소유자 %2: 반납하지 않았습니다.</translation>
    </message>
    <message>
        <source>Anyone may take it now.</source>
        <translation>이제 누구나 얻을 수 있습니다.</translation>
    </message>
    <message>
        <source>Held by %1.</source>
        <translation>소유자: %1.</translation>
    </message>
    <message>
        <source>Held by %1, which is alive.</source>
        <translation>소유자: %1, 살아 있습니다.</translation>
    </message>
    <message>
        <source>Held by %1, whose heartbeat is late (%2).</source>
        <translation>소유자: %1, 하트비트가 늦습니다(%2).</translation>
    </message>
    <message>
        <source>Held by %1, which has been silent for %2.</source>
        <translation>소유자: %1, %2째 응답이 없습니다.</translation>
    </message>
    <message>
        <source>It holds it %1 times over.</source>
        <translation>%1번 겹쳐 보유합니다.</translation>
    </message>
    <message>
        <source>It is held for as long as its session lives. Ending the session frees it; nobody can be seen waiting.</source>
        <translation>세션이 살아 있는 동안 보유됩니다. 세션을 끝내면 풀립니다. 대기자는 볼 수 없습니다.</translation>
    </message>
    <message>
        <source>Its lease has no end: it frees itself only when its holder gives it back.</source>
        <translation>임대에 끝이 없어 소유자가 반납해야만 풀립니다.</translation>
    </message>
    <message>
        <source>Its lease ends in %1 unless it is renewed.</source>
        <translation>갱신되지 않으면 임대가 %1 후에 끝납니다.</translation>
    </message>
    <message>
        <source>It was renewed %1 times.</source>
        <translation>%1회 갱신되었습니다.</translation>
    </message>
    <message>
        <source>It was renewed %1 time.</source>
        <translation>%1회 갱신되었습니다.</translation>
    </message>
    <message>
        <source>Nobody waits for it.</source>
        <translation>기다리는 쪽이 없습니다.</translation>
    </message>
    <message>
        <source>%1 has waited for %2.</source>
        <translation>%1: %2째 기다립니다.</translation>
    </message>
    <message>
        <source>%1 wait for it, the longest for %2.</source>
        <translation>%1개가 기다리며, 가장 긴 것은 %2째입니다.</translation>
    </message>
    <message>
        <source>%1 works on it.</source>
        <translation>%1: 처리 중입니다.</translation>
    </message>
    <message>
        <source>%1, which is alive, works on it.</source>
        <translation>%1: 살아서 처리 중입니다.</translation>
    </message>
    <message>
        <source>%1 works on it; its heartbeat is late (%2).</source>
        <translation>%1: 처리 중이나 하트비트가 늦습니다(%2).</translation>
    </message>
    <message>
        <source>%1 has it and has been silent for %2.</source>
        <translation>%1: 점유한 채 %2째 응답이 없습니다.</translation>
    </message>
    <message>
        <source>Unless it extends its lock, anyone may take it in %1.</source>
        <translation>잠금을 연장하지 않으면 %1 후에 누구나 가져갈 수 있습니다.</translation>
    </message>
    <message>
        <source>Relock it to try again sooner.</source>
        <translation>더 빨리 다시 하려면 다시 잠그십시오.</translation>
    </message>
    <message>
        <source>%1 is past the lock timeout for %2.</source>
        <translation>%1: 잠금 시한을 %2 넘겼습니다.</translation>
    </message>
    <message>
        <source>The next claim takes it over.</source>
        <translation>다음 점유가 인계받습니다.</translation>
    </message>
    <message>
        <source>Due for %1 and not claimed yet.</source>
        <translation>기한이 %1 지났고 아직 점유되지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 are due before it.</source>
        <translation>먼저 기한이 된 것이 %1개 있습니다.</translation>
    </message>
    <message>
        <source>%1 is due before it.</source>
        <translation>먼저 기한이 된 것이 %1개 있습니다.</translation>
    </message>
    <message>
        <source>No live worker claims this phase: start one.</source>
        <translation>이 단계를 점유하는 살아 있는 워커가 없습니다. 하나 시작하십시오.</translation>
    </message>
    <message>
        <source>%1 live workers may take it.</source>
        <translation>살아 있는 워커 %1개가 가져갈 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 live worker may take it.</source>
        <translation>살아 있는 워커 %1개가 가져갈 수 있습니다.</translation>
    </message>
    <message>
        <source>It waits and is due in %1.</source>
        <translation>기다리는 중이며 %1 후에 기한이 됩니다.</translation>
    </message>
    <message>
        <source>No worker may take it before then.</source>
        <translation>그 전에는 어떤 워커도 가져갈 수 없습니다.</translation>
    </message>
    <message>
        <source>It was sent.</source>
        <translation>전송되었습니다.</translation>
    </message>
    <message>
        <source>It failed %1 times.</source>
        <translation>%1회 실패했습니다.</translation>
    </message>
    <message>
        <source>It failed %1 time.</source>
        <translation>%1회 실패했습니다.</translation>
    </message>
    <message>
        <source>It was cut off %1 times by the end of its relay.</source>
        <translation>릴레이가 끝나 %1회 중단되었습니다.</translation>
    </message>
    <message>
        <source>It was cut off %1 time by the end of its relay.</source>
        <translation>릴레이가 끝나 %1회 중단되었습니다.</translation>
    </message>
    <message>
        <source>It is not tried again.</source>
        <translation>다시 시도하지 않습니다.</translation>
    </message>
    <message>
        <source>The last error: %1.</source>
        <translation>마지막 오류: %1.</translation>
    </message>
    <message>
        <source>Retry it when the receiver is well.</source>
        <translation>수신자가 정상일 때 재시도하십시오.</translation>
    </message>
    <message>
        <source>%1 is sending it.</source>
        <translation>%1: 전송 중입니다.</translation>
    </message>
    <message>
        <source>%1 has claimed it.</source>
        <translation>%1: 점유했습니다.</translation>
    </message>
    <message>
        <source>Another relay may take it in %1.</source>
        <translation>%1 후에 다른 릴레이가 가져갈 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 took it and did not settle it. The next relay takes it.</source>
        <translation>%1: 가져갔으나 마무리하지 않았습니다. 다음 릴레이가 가져갑니다.</translation>
    </message>
    <message>
        <source>It is tried again in %1.</source>
        <translation>%1 후에 다시 시도합니다.</translation>
    </message>
    <message>
        <source>It was tried %1 times.</source>
        <translation>%1회 시도했습니다.</translation>
    </message>
    <message>
        <source>It was tried %1 time.</source>
        <translation>%1회 시도했습니다.</translation>
    </message>
    <message>
        <source>It is due.</source>
        <translation>기한이 되었습니다.</translation>
    </message>
    <message>
        <source>It has been due for %1.</source>
        <translation>기한이 %1 지났습니다.</translation>
    </message>
    <message>
        <source>No live relay is there, and nothing is sent: start one.</source>
        <translation>살아 있는 릴레이가 없고 아무것도 전송되지 않습니다. 하나 시작하십시오.</translation>
    </message>
    <message>
        <source>It waits for a relay.</source>
        <translation>릴레이를 기다립니다.</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>비어 있습니다.</translation>
    </message>
    <message>
        <source>Nothing is pending; %1 dead wait for a retry by hand.</source>
        <translation>대기 중인 것이 없고, 실패 확정 %1개가 수동 재시도를 기다립니다.</translation>
    </message>
    <message>
        <source>Nothing is pending; %1 dead waits for a retry by hand.</source>
        <translation>대기 중인 것이 없고, 실패 확정 %1개가 수동 재시도를 기다립니다.</translation>
    </message>
    <message>
        <source>%1 are pending.</source>
        <translation>%1개가 대기 중입니다.</translation>
    </message>
    <message>
        <source>%1 is pending.</source>
        <translation>%1개가 대기 중입니다.</translation>
    </message>
    <message>
        <source>%1 a second come in.</source>
        <translation>초당 %1개가 들어옵니다.</translation>
    </message>
    <message>
        <source>%1 relays send %2 a second.</source>
        <translation>릴레이 %1개가 초당 %2개를 보냅니다.</translation>
    </message>
    <message>
        <source>%1 relay sends %2 a second.</source>
        <translation>릴레이 %1개가 초당 %2개를 보냅니다.</translation>
    </message>
    <message>
        <source>Somebody who sends no heartbeat here sends %1 a second.</source>
        <translation>여기로 하트비트를 보내지 않는 누군가가 초당 %1개를 보냅니다.</translation>
    </message>
    <message>
        <source>Nothing leaves: look at the receiver.</source>
        <translation>나가는 것이 없습니다. 수신자를 확인하십시오.</translation>
    </message>
    <message>
        <source>It never drains: start another relay.</source>
        <translation>비워지지 않습니다. 릴레이를 하나 더 시작하십시오.</translation>
    </message>
    <message>
        <source>It is empty in about %1.</source>
        <translation>약 %1 후에 비워집니다.</translation>
    </message>
    <message>
        <source>others got it %1 times meanwhile, last %2</source>
        <translation>그 사이 다른 쪽이 %1회 얻음, 마지막 %2</translation>
    </message>
    <message>
        <source>others got it %1 time meanwhile, last %2</source>
        <translation>그 사이 다른 쪽이 %1회 얻음, 마지막 %2</translation>
    </message>
    <message>
        <source>it has %1 tasks</source>
        <translation>가진 작업 %1개</translation>
    </message>
    <message>
        <source>it has %1 task</source>
        <translation>가진 작업 %1개</translation>
    </message>
    <message>
        <source>it has %1 messages</source>
        <translation>가진 메시지 %1개</translation>
    </message>
    <message>
        <source>it has %1 message</source>
        <translation>가진 메시지 %1개</translation>
    </message>
    <message>
        <source>free for others when their time is over</source>
        <translation>시한이 끝나면 다른 쪽이 가져갈 수 있음</translation>
    </message>
    <message>
        <source>It failed %1 times, %2 allowed, and waits until %3.</source>
        <translation>%1회 실패했고(허용 %2회) %3까지 기다립니다.</translation>
    </message>
    <message>
        <source>It failed %1 time, %2 allowed, and waits until %3.</source>
        <translation>%1회 실패했고(허용 %2회) %3까지 기다립니다.</translation>
    </message>
    <message>
        <source>It failed %1 times, %2 allowed, and may be claimed again.</source>
        <translation>%1회 실패했고(허용 %2회) 다시 점유될 수 있습니다.</translation>
    </message>
    <message>
        <source>It failed %1 time, %2 allowed, and may be claimed again.</source>
        <translation>%1회 실패했고(허용 %2회) 다시 점유될 수 있습니다.</translation>
    </message>
    <message>
        <source>It failed %1 times before, %2 allowed.</source>
        <translation>앞서 %1회 실패했습니다(허용 %2회).</translation>
    </message>
    <message>
        <source>It failed %1 time before, %2 allowed.</source>
        <translation>앞서 %1회 실패했습니다(허용 %2회).</translation>
    </message>
    <message>
        <source>Messages leave as they come.</source>
        <translation>들어오는 대로 나가고 있습니다.</translation>
    </message>
    <message>
        <source>It failed %1 times and waits for a retry: no worker takes it before.</source>
        <translation>%1회 실패했고 재시도를 기다립니다. 그 전에는 어떤 워커도 가져가지 않습니다.</translation>
    </message>
    <message>
        <source>It failed %1 time and waits for a retry: no worker takes it before.</source>
        <translation>%1회 실패했고 재시도를 기다립니다. 그 전에는 어떤 워커도 가져가지 않습니다.</translation>
    </message>
    <message>
        <source>Relock it with a wait of 0 to retry it, or run: %1</source>
        <translation>다시 하려면 대기 0으로 다시 잠그거나 다음을 실행하십시오: %1</translation>
    </message>
    <message>
        <source>It is done: its phase is final, and no worker takes it.</source>
        <translation>완료되었습니다. 마지막 단계라 어떤 워커도 가져가지 않습니다.</translation>
    </message>
    <message>
        <source>lease %1</source>
        <translation>임대 %1</translation>
    </message>
    <message>
        <source>a lease without an end</source>
        <translation>끝이 없는 임대</translation>
    </message>
    <message>
        <source>work: median %1, p99 %2, longest %3</source>
        <translation>처리 시간: 중앙값 %1, p99 %2, 최장 %3</translation>
    </message>
    <message>
        <source>work: median %1, p99 at least %2, longest at least %3</source>
        <translation>처리 시간: 중앙값 %1, p99 최소 %2, 최장 최소 %3</translation>
    </message>
    <message>
        <source>%1 renewed their lease, the longest time without it was %2</source>
        <translation>%1회는 임대를 갱신, 갱신 없이 가장 긴 시간 %2</translation>
    </message>
    <message>
        <source>%1 renewed its lease, the longest time without it was %2</source>
        <translation>%1회는 임대를 갱신, 갱신 없이 가장 긴 시간 %2</translation>
    </message>
    <message>
        <source>%1 of these holders were seen at work later, and %2 were replaced: work ran twice, or may have</source>
        <translation>그중 보유자 %1명은 그 뒤에도 처리 중이었고 %2명은 교체됨: 처리가 두 번 실행되었거나 그럴 수 있음</translation>
    </message>
    <message>
        <source>%1 of these holders was seen at work later, and %2 were replaced: work ran twice, or may have</source>
        <translation>그중 보유자 %1명은 그 뒤에도 처리 중이었고 %2명은 교체됨: 처리가 두 번 실행되었거나 그럴 수 있음</translation>
    </message>
    <message>
        <source>%1 ended after their holder had died</source>
        <translation>%1회는 보유자가 죽은 뒤에 끝남</translation>
    </message>
    <message>
        <source>%1 ended after its holder had died</source>
        <translation>%1회는 보유자가 죽은 뒤에 끝남</translation>
    </message>
    <message>
        <source>too few for advice, which takes %1</source>
        <translation>조언하기에는 부족함, %1회가 필요</translation>
    </message>
    <message>
        <source>a lease of %1 would have covered all that was seen</source>
        <translation>임대가 %1이었다면 관찰된 것을 모두 감당함</translation>
    </message>
    <message>
        <source>it nearly ended before the work: %1 would leave room</source>
        <translation>처리보다 먼저 끝날 뻔함: %1이면 여유가 있음</translation>
    </message>
    <message>
        <source>the lease fits</source>
        <translation>임대가 알맞음</translation>
    </message>
    <message>
        <source>after a crash the others wait for up to %1; %2 would have covered all that was seen</source>
        <translation>비정상 종료 뒤 다른 쪽이 최대 %1 기다림; %2이면 관찰된 것을 모두 감당함</translation>
    </message>
    <message>
        <source>%1 waits for %2, which %3 holds</source>
        <translation>%1은(는) %3이(가) 보유한 %2을(를) 기다림</translation>
    </message>
    <message>
        <source>and %1 more of this cycle</source>
        <translation>이 고리의 나머지 %1개</translation>
    </message>
    <message>
        <source>grants in %3: %2, holds measured: %1</source>
        <translation>%3 동안 획득 %2회, 측정한 보유 %1회</translation>
    </message>
    <message>
        <source>%1 leases ended before the work (%2 %)</source>
        <translation>임대 %1회가 처리보다 먼저 끝남(%2 %)</translation>
    </message>
    <message>
        <source>%1 lease ended before the work (%2 %)</source>
        <translation>임대 %1회가 처리보다 먼저 끝남(%2 %)</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>the program that runs does not take the link</source>
        <translation>실행 중인 프로그램이 링크를 받지 않습니다</translation>
    </message>
    <message>
        <source>--%1 takes one of: %2</source>
        <translation>--%1에 쓸 수 있는 값: %2</translation>
    </message>
    <message>
        <source>--size takes a width and a height, such as 1280x800</source>
        <translation>--size에는 너비와 높이를 씁니다. 예: 1280x800</translation>
    </message>
    <message>
        <source>--settle takes a number of milliseconds</source>
        <translation>--settle에는 밀리초 수를 씁니다</translation>
    </message>
</context>
<context>
    <name>std</name>
    <message>
        <source>over 100 years</source>
        <translation>100년 넘게</translation>
    </message>
</context>
<context>
    <name>tables</name>
    <message>
        <source>at</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>store</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>who</source>
        <translation>주체</translation>
    </message>
    <message>
        <source>event</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>what</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>what happened</source>
        <translation>일어난 일</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>발견 사항</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>근거</translation>
    </message>
    <message>
        <source>for</source>
        <translation>지속 시간</translation>
    </message>
    <message>
        <source>next step</source>
        <translation>다음 조치</translation>
    </message>
    <message>
        <source>state</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>lease left</source>
        <translation>남은 임대</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>획득</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>보유 수</translation>
    </message>
    <message>
        <source>renewals</source>
        <translation>갱신 수</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>토픽</translation>
    </message>
    <message>
        <source>age</source>
        <translation>경과</translation>
    </message>
    <message>
        <source>tries</source>
        <translation>시도</translation>
    </message>
    <message>
        <source>due</source>
        <translation>처리 예정</translation>
    </message>
    <message>
        <source>claimed by</source>
        <translation>점유자</translation>
    </message>
    <message>
        <source>last error</source>
        <translation>마지막 오류</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>순번</translation>
    </message>
    <message>
        <source>now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>environment</source>
        <translation>환경</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>health</source>
        <translation>건강 상태</translation>
    </message>
    <message>
        <source>clock offset</source>
        <translation>시계 차이</translation>
    </message>
    <message>
        <source>poll cost</source>
        <translation>폴링 비용</translation>
    </message>
    <message>
        <source>held</source>
        <translation>보유 중</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>만료 임박</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>만료</translation>
    </message>
    <message>
        <source>tasks due</source>
        <translation>예정 작업</translation>
    </message>
    <message>
        <source>outbox</source>
        <translation>아웃박스</translation>
    </message>
    <message>
        <source>oldest</source>
        <translation>최장 대기</translation>
    </message>
    <message>
        <source>in/s</source>
        <translation>유입/초</translation>
    </message>
    <message>
        <source>out/s</source>
        <translation>유출/초</translation>
    </message>
    <message>
        <source>drains in</source>
        <translation>비우기까지</translation>
    </message>
    <message>
        <source>sending</source>
        <translation>전송 중</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>실패 확정</translation>
    </message>
    <message>
        <source>relay</source>
        <translation>릴레이</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>미처리</translation>
    </message>
    <message>
        <source>task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>desired</source>
        <translation>목표 상태</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>잠긴 시간</translation>
    </message>
    <message>
        <source>claims</source>
        <translation>점유</translation>
    </message>
    <message>
        <source>takeovers</source>
        <translation>인계</translation>
    </message>
    <message>
        <source>failures</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>updated</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>never</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>does now</source>
        <translation>현재 처리</translation>
    </message>
    <message>
        <source>heartbeat, last 22 s</source>
        <translation>하트비트, 최근 22초</translation>
    </message>
    <message>
        <source>claims/s</source>
        <translation>점유/초</translation>
    </message>
    <message>
        <source>hold, p50</source>
        <translation>보유, p50</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>거부</translation>
    </message>
    <message>
        <source>handles</source>
        <translation>처리 종류</translation>
    </message>
    <message>
        <source>order</source>
        <translation>지시</translation>
    </message>
    <message>
        <source>started</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>no answer then, %1</source>
        <translation>그때 응답 없음, %1</translation>
    </message>
    <message>
        <source>recorded %1</source>
        <translation>%1 기록</translation>
    </message>
    <message>
        <source>store cannot be read</source>
        <translation>저장소를 읽을 수 없음</translation>
    </message>
    <message>
        <source>searching %1...</source>
        <translation>%1 검색 중...</translation>
    </message>
    <message>
        <source>%1 was not searched: %2</source>
        <translation>%1을(를) 검색하지 못함: %2</translation>
    </message>
    <message>
        <source>%1 has more than the first %2 that match</source>
        <translation>%1에는 일치하는 행이 처음 %2개보다 많음</translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>발견 사항 %Ln건</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>잠금 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>작업 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>acknowledged by %1</source>
        <translation>%1 확인함</translation>
    </message>
    <message>
        <source>muted until %1</source>
        <translation>%1까지 숨김</translation>
    </message>
    <message>
        <source>muted without an end</source>
        <translation>종료 없이 숨김</translation>
    </message>
    <message>
        <source>muted</source>
        <translation>숨김</translation>
    </message>
    <message>
        <source>not counted; the first mute ends at %1</source>
        <translation>집계하지 않음; 첫 숨김이 %1에 끝남</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>집계하지 않음</translation>
    </message>
    <message>
        <source>the oldest: %1; %2</source>
        <translation>가장 오래된 것: %1; %2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>모두 보기</translation>
    </message>
    <message>
        <source>Enter the password…</source>
        <translation>비밀번호 입력…</translation>
    </message>
    <message>
        <source>%1 did not sort its rows: %2</source>
        <translation>%1에서 행을 정렬하지 못함: %2</translation>
    </message>
    <message>
        <source>%1 sorts its rows...</source>
        <translation>%1에서 행을 정렬하는 중...</translation>
    </message>
    <message>
        <source>only loaded rows are sorted; choose one store to sort all of its rows</source>
        <translation>불러온 행만 정렬됨; 저장소 하나를 고르면 모든 행이 정렬됩니다</translation>
    </message>
    <message>
        <source>only loaded rows are sorted; %1 has no order by this column</source>
        <translation>불러온 행만 정렬됨; %1에는 이 열의 순서가 없습니다</translation>
    </message>
    <message>
        <source>%1 sorts all of its rows by this column.</source>
        <translation>%1에서 모든 행을 이 열로 정렬합니다.</translation>
    </message>
    <message>
        <source>only loaded rows are sorted; %1 has no order of these rows</source>
        <translation>불러온 행만 정렬됩니다. %1에는 이 행들의 순서가 없습니다</translation>
    </message>
    <message>
        <source>Only loaded rows are sorted. Choose one store to sort all of its rows.</source>
        <translation>불러온 행만 정렬됩니다. 저장소 하나를 고르면 그 저장소의 모든 행을 정렬합니다.</translation>
    </message>
    <message>
        <source>%1 has no order of these rows: only the loaded ones are sorted. A filter searches all of them.</source>
        <translation>%1에는 이 행들의 순서가 없습니다. 불러온 행만 정렬됩니다. 필터는 모든 행을 찾습니다.</translation>
    </message>
    <message>
        <source>%1 has no order by this column: only loaded rows are sorted. It sorts all of its rows by: %2. A filter searches all of them.</source>
        <translation>%1에는 이 열의 순서가 없습니다. 불러온 행만 정렬됩니다. 모든 행을 정렬할 수 있는 열: %2. 필터는 모든 행을 찾습니다.</translation>
    </message>
    <message>
        <source>%1 sorts all of its rows by the end of the lease: expired first, the longest expired at the top, then those that end soonest, cooling and free ones last.</source>
        <translation>%1은(는) 임대가 끝나는 때에 따라 모든 행을 정렬합니다. 만료된 것부터, 가장 오래전에 만료된 것이 맨 위, 그다음 곧 끝나는 것, 냉각과 비어 있는 것은 마지막입니다.</translation>
    </message>
    <message>
        <source>was: %1</source>
        <translation>처리하던 것: %1</translation>
    </message>
</context>
</TS>
